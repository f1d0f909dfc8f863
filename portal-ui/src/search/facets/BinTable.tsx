import Box from '@mui/material/Box';
import { textSize, useMessages } from '@scenedock/ui-kit';
import type { Bin } from './bins';

/** The histogram in figures. */
export function BinTable({ bins }: { bins: readonly Bin[] }) {
  const m = useMessages();
  return (
    <Box component="details" sx={{ fontSize: textSize.note, color: 'text.secondary' }}>
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.25 }}>
        {m.find.histogramTable}
      </Box>
      <Box
        sx={{ maxHeight: 180, overflowY: 'auto' }}
        tabIndex={0}
        role="region"
        aria-label={m.find.histogramTable}
      >
        <Box
          component="table"
          sx={{
            width: '100%',
            borderCollapse: 'collapse',
            '& th, & td': { p: '2px 6px', borderBottom: 1, borderColor: 'divider' },
            '& th': { textAlign: 'left' },
            '& td:last-of-type, & th:last-of-type': { textAlign: 'right' },
          }}
        >
          <thead>
            <tr>
              <th scope="col">{m.find.month}</th>
              <th scope="col">{m.find.number}</th>
            </tr>
          </thead>
          <tbody>
            {bins
              .filter((bin) => bin.count > 0)
              .map((bin) => (
                <tr key={bin.name}>
                  <th scope="row">{bin.name}</th>
                  <td>{bin.count.toLocaleString('en')}</td>
                </tr>
              ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
}
