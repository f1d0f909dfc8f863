import type { Instrument } from '@scenedock/ui-kit';

/** What narrows the list, as its address has it. */
export interface InstrumentConditions {
  q?: string;
  unnamed?: '1';
}

/** Those whose codes or names hold the text, and, if wished, only those without a name. */
export function matching(
  instruments: readonly Instrument[],
  { q = '', unnamed }: InstrumentConditions,
) {
  const needle = q.trim().toLowerCase();
  return instruments.filter(
    ({ satellite, sensor, name, nameEn }) =>
      (unnamed === undefined || name === '') &&
      [satellite, sensor, name, nameEn].some((part) => part.toLowerCase().includes(needle)),
  );
}

type Codes = Pick<Instrument, 'satellite' | 'sensor'>;

/** No code holds a line break. */
export const idOf = ({ satellite, sensor }: Codes) => `${satellite}\n${sensor}`;

/** `GF1 / PMS` */
export const codeOf = ({ satellite, sensor }: Codes) =>
  [satellite, sensor].filter((part) => part !== '').join(' / ');
