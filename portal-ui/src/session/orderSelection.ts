const KEY = 'scenedock.orderSelection';

/** The scenes that were chosen in the cart, kept for the form over reloads and signing in again. */
export function keepSelection(dataIds: string[]): void {
  sessionStorage.setItem(KEY, JSON.stringify(dataIds));
}

/** Null when nothing was chosen: the whole cart is meant. */
export function keptSelection(): string[] | null {
  const text = sessionStorage.getItem(KEY);
  const value: unknown = text === null ? null : JSON.parse(text);
  return Array.isArray(value) ? value.map(String) : null;
}

export function forgetSelection(): void {
  sessionStorage.removeItem(KEY);
}
