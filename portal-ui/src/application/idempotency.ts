/** 128 random bits in hexadecimal; `randomUUID` is missing on plain http, where intranets run. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Gives the same key for the same content, so that a repeated click or retry makes one order. */
export function keyKeeper(make: () => string = randomKey): (content: string) => string {
  let last: { content: string; key: string } | null = null;
  return (content) => {
    if (last?.content !== content) last = { content, key: make() };
    return last.key;
  };
}
