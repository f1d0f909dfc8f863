const MEGABYTE = 1024 ** 2;

/** Bytes a second as a field shows them, in megabytes; empty: no limit. */
export function megabytesOf(bytes: number | null): string {
  return bytes === null ? '' : String(+(bytes / MEGABYTE).toFixed(3));
}

/**
 * The bytes that a field of megabytes means; null: no limit. Where it shows still what it showed before, they go back as they came:
 * a field shows no single bytes.
 */
export function bytesOfMegabytes(text: string, before: number | null): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return typed === megabytesOf(before) ? before : Math.round(Number(typed) * MEGABYTE);
}
