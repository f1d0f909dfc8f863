import {
  RESULT_KINDS,
  RESULT_STATES,
  type ResultDeskQuery,
  type ResultFiguresQuery,
} from '@scenedock/ui-kit';
import { RESULTS } from '../layout/menuPages';
import { exactCondition } from '../parts/figures/exactCondition';

/** What narrows the list, as the address and the server name it. */
export const RESULT_CONDITIONS = {
  q: 'text',
  kind: [...RESULT_KINDS],
  state: [...RESULT_STATES],
  counted: ['true'],
  year: 'text',
  unit: 'text',
  satellite: 'text',
  without: ['unit', 'satellite'],
} as const;

/** Conditions of the list in the words of the server: there, an empty unit asks for results from none. */
export function deskQuery(filter: ResultFilter): ResultDeskQuery {
  const { without, ...query } = filter;
  return without === undefined ? query : { ...query, [without]: '' };
}

type ResultFilter = ResultDeskQuery & { without?: 'unit' | 'satellite' };

export type CountedBy = ResultFiguresQuery['by'];
export const COUNTED_BY = ['satellite', 'unit', 'year', 'kind'] as const satisfies CountedBy[];

const FIRST_YEAR = 1972;

/** Years in which results may have come out, the latest first. */
export const yearsUntil = (last: number) =>
  Array.from({ length: last - FIRST_YEAR + 1 }, (_, n) => String(last - n));

/** The list with exactly the results that a figure counts. */
export function resultRows(by: CountedBy, value: string, year: string): string {
  const ofYear: Record<string, string> = year === '' ? {} : { year };
  const conditions = { counted: 'true', ...ofYear, ...exactCondition(by, value) };
  return `${RESULTS}?${new URLSearchParams(conditions)}`;
}
