/** Latin letters and digits are about half as wide as Chinese characters. */
const NARROW = 0.55;
const FIRST_WIDE = 0x2e80;

/** Of a character, in Chinese ones. */
export const widthOf = (character: string) =>
  (character.codePointAt(0) ?? 0) < FIRST_WIDE ? NARROW : 1;

/** A name that takes at most the room of so many Chinese characters; what is left out is said. */
export function shortened(name: string, most: number): string {
  let width = 0;
  let start = '';
  for (const character of name) {
    width += widthOf(character);
    if (width > most) return `${start.trimEnd()}…`;
    start += character;
  }
  return name;
}
