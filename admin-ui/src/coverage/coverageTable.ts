import type { Coverage, CoverageItem } from '@scenedock/ui-kit';
import { written } from './shareWords';
import type { FigureKind } from './useCoverageAddress';

/** A row of the table: a satellite, or all of them. */
export interface CoverageRow {
  /** The satellite's code, empty where scenes state none; null: all of them. */
  satellite: string | null;
  /** Of each year, then of all. */
  figures: CoverageCell[];
}

interface CoverageCell {
  text: string;
  /** Null: all of them. */
  year: number | null;
  scenes: number;
}

type CoverageFigure = Pick<CoverageItem, 'scenes' | 'share'>;

const cellOf = (item: CoverageFigure | undefined, year: number | null, shown: FigureKind) => ({
  text: item === undefined ? '—' : written(item, shown),
  year,
  scenes: item?.scenes ?? 0,
});

/** Years from the first to the last that has a scene, each a column. */
export function yearsOf({ years }: Coverage): number[] {
  const known = years.flatMap(({ year }) => (year === null ? [] : [year]));
  const [first, last] = [Math.min(...known), Math.max(...known)];
  return known.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

/** Satellites with most scenes first, and all of them last. */
export function rowsOf(coverage: Coverage, shown: FigureKind): CoverageRow[] {
  const years = yearsOf(coverage);
  const by = new Map(coverage.items.map((item) => [`${item.satellite} ${item.year}`, item]));
  const rows = coverage.satellites
    .toSorted((one, other) => other.scenes - one.scenes)
    .map((item) => ({
      satellite: item.satellite,
      figures: [
        ...years.map((year) => cellOf(by.get(`${item.satellite} ${year}`), year, shown)),
        cellOf(item, null, shown),
      ],
    }));
  const ofYear = new Map(coverage.years.map((item) => [item.year, item]));
  const all = { scenes: coverage.scenes, share: coverage.share };
  const total = {
    satellite: null,
    figures: [
      ...years.map((year) => cellOf(ofYear.get(year), year, shown)),
      cellOf(all, null, shown),
    ],
  };
  return [...rows, total];
}
