const KEY = 'scenedock.pendingCart';

/** What a guest wanted to add, kept in this tab until somebody has signed in. */
export function keepPending(dataIds: readonly string[]): void {
  sessionStorage.setItem(KEY, JSON.stringify([...new Set([...readPending(), ...dataIds])]));
}

function readPending(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/** Hands over what is kept, once. */
export function takePending(): string[] {
  const pending = readPending();
  sessionStorage.removeItem(KEY);
  return pending;
}
