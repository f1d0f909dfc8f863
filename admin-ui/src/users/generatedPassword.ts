/** Letters and digits that nobody confuses when they are read aloud or copied from paper: no l, I, O, 0, 1. */
const KINDS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789'] as const;

/** Characters: some 70 random bits. */
const LENGTH = 12;

/** A whole number below `limit`, each as likely: values of the uneven end are drawn again. */
function randomBelow(limit: number): number {
  const fair = 2 ** 32 - (2 ** 32 % limit);
  const box = new Uint32Array(1);
  let value: number;
  do {
    crypto.getRandomValues(box);
    value = box[0] ?? 0;
  } while (value >= fair);
  return value % limit;
}

const randomOf = (characters: string) => characters.charAt(randomBelow(characters.length));

/** A password that the rules take: of each kind of character at least one, at random places. */
export function generatedPassword(): string {
  const all = KINDS.join('');
  const characters = KINDS.map(randomOf);
  while (characters.length < LENGTH) characters.push(randomOf(all));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1);
    const swapped = characters[last] ?? '';
    characters[last] = characters[other] ?? '';
    characters[other] = swapped;
  }
  return characters.join('');
}
