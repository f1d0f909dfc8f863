/** A name on the picture: where its middle stands, in pixels, and how many characters it has. */
export type Placed = { x: number; y: number; characters: number };

/** Room that a character and a line take, in pixels. */
const [CHARACTER, LINE] = [14, 17];

function overlap(a: Placed, b: Placed): boolean {
  const across = ((a.characters + b.characters) * CHARACTER) / 2;
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
