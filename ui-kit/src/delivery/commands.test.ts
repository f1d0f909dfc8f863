import { describe, expect, it } from 'vitest';
import { urlPath } from '../format';
import {
  aria2Commands,
  curlCommands,
  filesIn,
  lftpCommand,
  mirrorCommand,
  parseAddress,
  shellWord,
  wgetCommands,
} from './commands';

const ADDRESS = { user: 'wp1', password: "a'b c", host: 'ftp.example.cn', port: '2121' };

describe('the FTP address', () => {
  it('comes apart, whatever the password holds', () => {
    expect(parseAddress('u:p:w@x@[::1]:2121')).toEqual({
      user: 'u',
      password: 'p:w@x',
      host: '[::1]',
      port: '2121',
    });
  });

  it.each(['', 'host:21', 'user@host', 'user:pw@host'])('is not taken from %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

const NAMES = ['package/SHA256SUMS', 'package/WP1.zip', 'scenes/SHA256SUMS', 'scenes/a.tif'];

describe('ready-made commands', () => {
  it('quote what a shell would take apart', () => {
    expect(shellWord('plain-1.tif')).toBe('plain-1.tif');
    expect(shellWord("a'b")).toBe(String.raw`'a'\''b'`);
    expect(shellWord('$(rm)')).toBe("'$(rm)'");
  });

  it('mirror with lftp', () => {
    const command = (folder: 'package' | 'scenes', names: string[]) =>
      lftpCommand({ ...ADDRESS, password: 'pw' }, 'WP1', folder, names);
    expect(command('package', NAMES)).toBe(
      "lftp -u wp1,pw -e 'set ssl:verify-certificate no; mirror --continue --parallel=4 /package WP1/package; quit' ftp://ftp.example.cn:2121",
    );
    expect(command('scenes', NAMES)).toContain('/scenes WP1/scenes;');
    // A delivery of an earlier version: its zips lie at the root, its scenes are left out.
    expect(command('package', ['WP1.zip', 'scenes/a.tif'])).toContain('--exclude ^scenes/ / WP1/');
  });

  it('mirror everything that lies on a shelf', () => {
    expect(mirrorCommand({ ...ADDRESS, password: 'pw' }, { from: '/', to: 'shelf' })).toBe(
      "lftp -u wp1,pw -e 'set ssl:verify-certificate no; mirror --continue --parallel=4 / shelf; quit' ftp://ftp.example.cn:2121",
    );
  });

  it('never fetch a byte twice: each file is in one folder only', () => {
    const [zips, scenes] = [filesIn('package', NAMES), filesIn('scenes', NAMES)];
    expect(zips).toEqual(['package/SHA256SUMS', 'package/WP1.zip']);
    expect([...zips, ...scenes].sort()).toEqual([...NAMES].sort());
  });

  it('fetch each file with wget and with aria2', () => {
    const address = { ...ADDRESS, password: 'pw' };
    expect(wgetCommands(address, 'WP1', ['package/WP1.zip'])).toBe(
      'wget -c --ftp-user=wp1 --ftp-password=pw -P WP1/package ftp://ftp.example.cn:2121/package/WP1.zip',
    );
    expect(aria2Commands(address, 'WP1', ['package/WP1.zip'])).toBe(
      'aria2c -c -x 4 -s 4 --ftp-user=wp1 --ftp-passwd=pw -d . -o WP1/package/WP1.zip ftp://ftp.example.cn:2121/package/WP1.zip',
    );
  });

  it('fetch each file with curl', () => {
    const names = ['SHA256SUMS', 'scenes/中 1.tif'];
    expect(curlCommands(ADDRESS, 'WP1', names, false).split('\n')).toEqual([
      String.raw`curl -C - --create-dirs -u 'wp1:a'\''b c' -o WP1/SHA256SUMS ftp://ftp.example.cn:2121/SHA256SUMS`,
      String.raw`curl -C - --create-dirs -u 'wp1:a'\''b c' -o 'WP1/scenes/中 1.tif' ftp://ftp.example.cn:2121/scenes/%E4%B8%AD%201.tif`,
    ]);
    expect(curlCommands(ADDRESS, 'WP1', names, true)).toMatch(/^curl --ssl-reqd -k -C - /);
  });

  it('keep the slashes of a path', () => {
    expect(urlPath('a b/c#.tif')).toBe('a%20b/c%23.tif');
  });
});
