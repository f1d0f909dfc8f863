/** A name on the picture: where its middle stands and how wide it is, in pixels. */
export type Placed = { x: number; y: number; width: number };

/** Room that characters of an alphabet, others, and a line take, in pixels. */
const [LETTER, CHARACTER, LINE] = [8, 14, 17];

/** How wide a name is, about. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, char) => sum + (char < '\u2e80' ? LETTER : CHARACTER), 0);

function overlap(a: Placed, b: Placed): boolean {
  const across = (a.width + b.width) / 2;
  return Math.abs(a.x - b.x) < across && Math.abs(a.y - b.y) < LINE;
}

/** Which of the names can be read: each gives way to those before it. */
export function roomFor(names: readonly (Placed | null)[]): boolean[] {
  const taken: Placed[] = [];
  return names.map((name) => {
    if (name === null || taken.some((other) => overlap(name, other))) return false;
    taken.push(name);
    return true;
  });
}
