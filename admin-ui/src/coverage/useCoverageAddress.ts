import type { CatalogueSearch } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type AreaPlace,
  readConditions,
  searchOf,
  writeConditions,
} from '../parts/sceneFilter/sceneConditions';

/** The nation. */
const NATION: AreaPlace = { kind: 'region', code: '156000000' };
/** Years that go without saying, this one among them. */
const USUAL_YEARS = 5;
/** Before it no satellite took pictures that catalogues have. */
export const FIRST_YEAR = 1972;

export const FIGURE_KINDS = ['scenes', 'share'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** What coverage is counted of. */
export interface CoverageChoice {
  satellites: readonly string[];
  fromYear: number;
  toYear: number;
  area: AreaPlace;
}

function yearOf(day: string | null, otherwise: number): number {
  const year = day === null ? Number.NaN : Number(day.slice(0, 4));
  return year >= FIRST_YEAR ? year : otherwise;
}

/** What the page counts and shows, kept in its address as every search is. */
export function useCoverageAddress(thisYear: number) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  const choice = useMemo((): CoverageChoice => {
    const { satellites, from, to, area } = readConditions(new URLSearchParams(text));
    const toYear = Math.min(yearOf(to, thisYear), thisYear);
    return {
      satellites,
      fromYear: Math.min(yearOf(from, thisYear - USUAL_YEARS + 1), toYear),
      toYear,
      area: area.kind === 'none' ? NATION : area,
    };
  }, [text, thisYear]);
  return {
    choice,
    shown: FIGURE_KINDS.find((one) => one === params.get('show')) ?? 'scenes',
    find: (wanted: CoverageChoice) =>
      setParams((now) => writeConditions(now, conditionsOf(wanted))),
    show: (shown: FigureKind) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          next.set('show', shown);
          return next;
        },
        { replace: true },
      ),
  };
}

function conditionsOf({ satellites, fromYear, toYear, area }: CoverageChoice) {
  return {
    ...readConditions(new URLSearchParams()),
    satellites,
    from: `${fromYear}-01-01`,
    to: `${toYear}-12-31`,
    area,
  };
}

/** The search whose scenes are counted. */
export const coverageSearch = (choice: CoverageChoice): CatalogueSearch =>
  searchOf(conditionsOf(choice));
