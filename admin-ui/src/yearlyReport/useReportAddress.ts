import type { YearlyReportQuery } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';

/** The first year of which the product has figures. */
const FIRST_YEAR = 2000;
/** Years that are offered. */
const MAX_YEARS = 12;

/** The year that a clock in China shows (UTC+8). */
const thisYear = () => new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();

/** The newest first. */
export function yearsOffered(chosen: number): number[] {
  const years = Array.from({ length: MAX_YEARS }, (_, n) => thisYear() - n);
  const offered = years.filter((year) => year >= FIRST_YEAR);
  return offered.includes(chosen) ? offered : [...offered, chosen];
}

/** Which report is shown, kept in the page's address. */
export function useReportAddress() {
  const [params, setParams] = useSearchParams();
  const number = Number(params.get('year'));
  const isYear = Number.isInteger(number) && number >= FIRST_YEAR && number <= 2099;
  const year = isYear ? number : thisYear();
  const unit = params.get('unit') ?? '';
  const edition = params.get('edition') ?? '';
  const set = (changes: Record<string, string>) =>
    setParams((now) => {
      const next = { ...Object.fromEntries(now), ...changes };
      return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
    });
  const query: YearlyReportQuery = unit === '' ? { year } : { year, unit };
  return {
    year,
    unit,
    /** Id of a published report; empty: what is counted at this moment. */
    edition,
    query,
    chooseYear: (next: number) => set({ year: String(next), edition: '' }),
    chooseUnit: (next: string) => set({ unit: next, edition: '' }),
    chooseEdition: (id: string) => set({ edition: id }),
  };
}

export type ReportAddress = ReturnType<typeof useReportAddress>;
