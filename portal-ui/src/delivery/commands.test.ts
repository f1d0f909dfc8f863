import { describe, expect, it } from 'vitest';
import { curlCommands, lftpCommand, parseAddress, shellWord, urlPath } from './commands';

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

describe('ready-made commands', () => {
  it('quote what a shell would take apart', () => {
    expect(shellWord('plain-1.tif')).toBe('plain-1.tif');
    expect(shellWord("a'b")).toBe(String.raw`'a'\''b'`);
    expect(shellWord('$(rm)')).toBe("'$(rm)'");
  });

  it('mirror with lftp', () => {
    expect(lftpCommand({ ...ADDRESS, password: 'pw' }, 'WP1')).toBe(
      "lftp -u wp1,pw -e 'set ssl:verify-certificate no; mirror --continue --parallel=4 / WP1; quit' ftp://ftp.example.cn:2121",
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
