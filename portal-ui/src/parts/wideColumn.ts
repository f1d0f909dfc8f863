/**
 * Cells of columns that phones leave out; what is in them stands on the details as well. They keep to one line: beside a
 * name of 180 characters a column that may wrap is left with one character a line.
 */
export const WIDE_COLUMN = {
  display: { xs: 'none', md: 'table-cell' },
  whiteSpace: 'nowrap',
} as const;
