/** Names under which an older portal was handed a session in the address. */
const HANDED = ['token', 'actid'];

/**
 * The address without a session that somebody put into it; null: there is none. A token that came by an address is never
 * taken: whoever made the address would know the session, or have given the person another's. What stands behind the `#` is
 * left alone: links of the back office carry there what a mail has brought.
 */
export function withoutHandedToken({ pathname, search, hash }: Location): string | null {
  const params = new URLSearchParams(search);
  if (!HANDED.some((name) => params.has(name))) return null;
  for (const name of HANDED) params.delete(name);
  const text = params.toString();
  return `${pathname}${text === '' ? '' : `?${text}`}${hash}`;
}

/** Takes it out of the address of this page, before anything reads it. */
export function dropHandedToken(): void {
  const clean = withoutHandedToken(window.location);
  if (clean !== null) window.history.replaceState(null, '', clean);
}
