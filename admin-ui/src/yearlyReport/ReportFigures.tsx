import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReportTable } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { figureText, figureValue } from './reportNumbers';

/** A table of a report; each figure leads to what it counts, each row to its entries of the registry. */
export function ReportFigures({ table }: { table: ReportTable }) {
  const { yearlyReport: m } = useAdminMessages();
  const marks = (notes: number[]) => notes.map((note) => ` [${note}]`).join('');
  return (
    <Box sx={{ my: 1.5 }}>
      <Typography align="center" variant="body2" sx={{ mb: 0.5 }}>
        {table.caption}
      </Typography>
      <FigureTable
        label={table.caption}
        names={table.names}
        columns={table.columns.map(({ heading }) => heading)}
        links={m}
        rows={table.rows.map(({ name, notes, figures, source, sources }) => ({
          key: name,
          name: `${name}${marks(notes)}`,
          figures: table.columns.map(({ numbers }, at) => ({
            text: figureText(figureValue(figures[at] ?? 0, numbers), numbers),
            to: figures[at] ? sources[at] : undefined,
            ...(numbers === 'count'
              ? {}
              : {
                  saved: { value: figureValue(figures[at] ?? 0, numbers), as: 'decimal' as const },
                }),
          })),
          rows: source,
        }))}
      />
    </Box>
  );
}
