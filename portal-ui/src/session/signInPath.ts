/** Where to sign in and come back to; `from` is a path of this portal with its query. */
export function signInPath(from: string): string {
  return `/signIn?next=${encodeURIComponent(from)}`;
}

/** Where to make an account, and then sign in and go on. */
export function registerPath(next: string): string {
  return next === '/search' ? '/register' : `/register?next=${encodeURIComponent(next)}`;
}

/** The place to go to after signing in: only ever a path of this portal. */
export function nextPath(next: string | null): string {
  const safe = next !== null && /^\/(?![/\\])/.test(next) && !/^\/(signIn|register)\b/.test(next);
  return safe ? next : '/search';
}
