import { RESULT_KINDS, RESULT_STATES, type ResultFiguresQuery } from '@scenedock/ui-kit';
import { RESULTS } from '../layout/menuPages';

/** What narrows the list, as the address and the server name it. */
export const RESULT_CONDITIONS = {
  q: 'text',
  kind: [...RESULT_KINDS],
  state: [...RESULT_STATES],
  counted: ['true'],
  year: 'text',
  unit: 'text',
  satellite: 'text',
} as const;

export type CountedBy = ResultFiguresQuery['by'];
export const COUNTED_BY = ['satellite', 'unit', 'year', 'kind'] as const satisfies CountedBy[];

const FIRST_YEAR = 1972;

/** Years in which results may have come out, the latest first. */
export const yearsUntil = (last: number) =>
  Array.from({ length: last - FIRST_YEAR + 1 }, (_, n) => String(last - n));

/** The list with exactly the results that a figure counts; undefined where no condition names them. */
export function resultRows(by: CountedBy, value: string, year: string): string | undefined {
  if (value === '') return undefined;
  const conditions = { counted: 'true', ...(year === '' ? {} : { year }), [by]: value };
  return `${RESULTS}?${new URLSearchParams(conditions)}`;
}
