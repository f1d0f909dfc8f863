const KEY = 'scenedock.token';

type Listener = (token: string | null) => void;

const listeners = new Set<Listener>();

/** The bearer token of this browser, shared by both web apps and all tabs. */
export function getToken(): string | null {
  return localStorage.getItem(KEY);
}

export function setToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
  for (const listener of listeners) listener(token);
}

/** Answers whether the session is put away rather than ended: the page stays, and asks for the password. */
type Decide = () => boolean;

let decide: Decide = () => false;

export function decideRefusals(by: Decide): () => void {
  decide = by;
  return () => {
    decide = () => false;
  };
}

/** The server no longer takes the token. */
export function refuseToken(): void {
  if (!decide()) setToken(null);
}

/** Tells of sign-in and sign-out, also when another tab did it. Returns the way to stop. */
export function onTokenChange(listener: Listener): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) listener(event.newValue);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
