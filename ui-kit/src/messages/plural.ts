/** A number as people read it: 5,000. */
export const grouped = (n: number) => n.toLocaleString('en');

/** A number with its English noun. */
export const plural = (n: number, one: string, many: string) =>
  `${grouped(n)} ${n === 1 ? one : many}`;
