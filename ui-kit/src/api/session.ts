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
