import { urlPath } from '../format';

export type FtpAddress = { user: string; password: string; host: string; port: string };

/** Takes `user:password@host:port` apart; the password may hold colons and at signs. */
export function parseAddress(address: string): FtpAddress | null {
  const at = address.lastIndexOf('@');
  const colon = address.indexOf(':');
  const port = address.lastIndexOf(':');
  if (colon < 0 || at < colon || port < at) return null;
  return {
    user: address.slice(0, colon),
    password: address.slice(colon + 1, at),
    host: address.slice(at + 1, port),
    port: address.slice(port + 1),
  };
}

/** One word for a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The two folders of a delivery: the order in zips, or its scenes one by one. */
export type Folder = 'package' | 'scenes';

/** Names of the files that lie in one of the folders. Deliveries of earlier versions have their zips at the root. */
export function filesIn(folder: Folder, names: readonly string[]): string[] {
  const single = (name: string) => name.startsWith('scenes/');
  return names.filter((name) => single(name) === (folder === 'scenes'));
}

/** The path that is mirrored: the folder, or the root of a delivery that has none for its zips. */
function mirrored(folder: Folder, names: readonly string[]): string {
  return names.some((name) => name.startsWith(`${folder}/`)) ? `/${folder}` : '/';
}

/** What lftp mirrors, where to, and what of it stays away. */
type Mirror = { from: string; to: string; without?: string };

/**
 * Mirrors a folder, resuming what was broken off. The gateway's certificate is its own as a rule, and lftp would not go
 * on with one that nobody vouches for; the transfer is encrypted all the same.
 */
export function mirrorCommand(
  { user, password, host, port }: FtpAddress,
  { from, to, without }: Mirror,
): string {
  const exclusion = without === undefined ? '' : ` --exclude ${without}`;
  const script = `set ssl:verify-certificate no; mirror --continue --parallel=4${exclusion} ${from} ${to}; quit`;
  return `lftp -u ${shellWord(`${user},${password}`)} -e ${shellWord(script)} ftp://${host}:${port}`;
}

/** Mirrors one folder of the delivery. */
export function lftpCommand(
  address: FtpAddress,
  into: string,
  folder: Folder,
  names: readonly string[],
): string {
  const from = mirrored(folder, names);
  const to = `${into}/${folder}`;
  // Where the zips lie at the root, the scenes below it would come as well.
  return mirrorCommand(address, from === '/' ? { from, to, without: '^scenes/' } : { from, to });
}

/** One command a file of the folder, made by `one` from its address and the place it goes to. */
function each(
  { host, port }: FtpAddress,
  into: string,
  files: readonly string[],
  one: (address: string, path: string) => string,
): string {
  const line = (name: string) =>
    one(shellWord(`ftp://${host}:${port}/${urlPath(name)}`), `${into}/${name}`);
  return files.map(line).join('\n');
}

/** One `curl` a file, resuming; encrypted where the gateway can. */
export function curlCommands(
  address: FtpAddress,
  into: string,
  files: readonly string[],
  tls: boolean,
): string {
  const login = shellWord(`${address.user}:${address.password}`);
  const encrypted = tls ? ' --ssl-reqd -k' : '';
  return each(
    address,
    into,
    files,
    (url, path) => `curl${encrypted} -C - --create-dirs -u ${login} -o ${shellWord(path)} ${url}`,
  );
}

/** One `wget` a file, resuming, into the folder that the file lies in. wget speaks plain FTP only. */
export function wgetCommands(address: FtpAddress, into: string, files: readonly string[]): string {
  const login = `--ftp-user=${shellWord(address.user)} --ftp-password=${shellWord(address.password)}`;
  return each(
    address,
    into,
    files,
    (url, path) => `wget -c ${login} -P ${shellWord(path.slice(0, path.lastIndexOf('/')))} ${url}`,
  );
}

/** One `aria2c` a file, in four connections, resuming. aria2 speaks plain FTP only. */
export function aria2Commands(address: FtpAddress, into: string, files: readonly string[]): string {
  const login = `--ftp-user=${shellWord(address.user)} --ftp-passwd=${shellWord(address.password)}`;
  return each(
    address,
    into,
    files,
    (url, path) => `aria2c -c -x 4 -s 4 ${login} -d . -o ${shellWord(path)} ${url}`,
  );
}
