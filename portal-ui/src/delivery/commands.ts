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

/** A path with each of its parts escaped for an address. */
export function urlPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}

/**
 * Mirrors the whole delivery into a folder, resuming what was broken off. The gateway's certificate is its own as a
 * rule, and lftp would not go on with one that nobody vouches for; the transfer is encrypted all the same.
 */
export function lftpCommand({ user, password, host, port }: FtpAddress, folder: string): string {
  const script = `set ssl:verify-certificate no; mirror --continue --parallel=4 / ${folder}; quit`;
  return `lftp -u ${shellWord(`${user},${password}`)} -e ${shellWord(script)} ftp://${host}:${port}`;
}

/** One `curl` a file, resuming; encrypted where the gateway can. */
export function curlCommands(
  { user, password, host, port }: FtpAddress,
  folder: string,
  names: readonly string[],
  tls: boolean,
): string {
  const login = shellWord(`${user}:${password}`);
  const one = (name: string) =>
    `curl${tls ? ' --ssl-reqd -k' : ''} -C - --create-dirs -u ${login} -o ${shellWord(`${folder}/${name}`)} ${shellWord(
      `ftp://${host}:${port}/${urlPath(name)}`,
    )}`;
  return names.map(one).join('\n');
}
