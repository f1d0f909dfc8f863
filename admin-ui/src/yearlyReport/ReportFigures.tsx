import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReportTable } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { figureText, figureValue } from './reportNumbers';
import { useSourceLink } from './useSourceLink';

/** A table of a report; each figure leads to what it counts, each row to its entries of the registry, for who may see them. */
export function ReportFigures({ table }: { table: ReportTable }) {
  const { yearlyReport: m } = useAdminMessages();
  const linkOf = useSourceLink();
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
            to: figures[at] ? linkOf(sources[at] ?? source) : undefined,
            ...(numbers === 'count'
              ? {}
              : {
                  saved: { value: figureValue(figures[at] ?? 0, numbers), as: 'decimal' as const },
                }),
          })),
          rows: linkOf(source),
        }))}
      />
    </Box>
  );
}
