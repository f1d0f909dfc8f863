import type { Instrument } from '@scenedock/ui-kit';

/** Those whose codes or names hold the text, and, if wanted, only those without a name. */
export function matching(instruments: readonly Instrument[], text: string, unnamed: boolean) {
  const needle = text.trim().toLowerCase();
  return instruments.filter(
    ({ satellite, sensor, name, nameEn }) =>
      (!unnamed || name === '') &&
      [satellite, sensor, name, nameEn].some((part) => part.toLowerCase().includes(needle)),
  );
}

/** `GF1 / PMS` */
export const codeOf = ({ satellite, sensor }: Pick<Instrument, 'satellite' | 'sensor'>) =>
  [satellite, sensor].filter((part) => part !== '').join(' / ');
