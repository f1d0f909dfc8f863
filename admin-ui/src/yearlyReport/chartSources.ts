import type { ReportChart, ReportTable } from '@scenedock/ui-kit';

/**
 * Where each number of a chart leads, series by series: where the same number leads in a table beside it, which has a row of the same name
 * and a column with the same numbers. Null where there is none.
 */
export function chartSources(
  { labels, numbers, series }: ReportChart,
  tables: readonly ReportTable[],
): (string | null)[][] {
  return series.map(({ values }) => {
    for (const table of tables) {
      const rows = labels.map((label) => table.rows.find(({ name }) => name === label));
      const column = table.columns.findIndex(
        (one, at) =>
          one.numbers === numbers && rows.every((row, n) => row?.figures[at] === values[n]),
      );
      if (column >= 0) {
        return rows.map((row, n) => (values[n] ? (row?.sources[column] ?? null) : null));
      }
    }
    return labels.map(() => null);
  });
}
