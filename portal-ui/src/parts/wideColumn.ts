/** Cells of columns that phones leave out; what is in them stands on the details as well. */
export const WIDE_COLUMN = { display: { xs: 'none', md: 'table-cell' } } as const;
