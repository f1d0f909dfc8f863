/** Where to sign in and come back to; `from` is a path of this portal with its query. */
export function signInPath(from: string): string {
  return `/signIn?next=${encodeURIComponent(from)}`;
}

/** The place to go to after signing in: only ever a path of this portal. */
export function nextPath(next: string | null): string {
  const safe = next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/signIn');
  return safe ? next : '/search';
}
