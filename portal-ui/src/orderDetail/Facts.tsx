import Box from '@mui/material/Box';
import { useLocale } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';

/** Names and values in up to three columns; nothing is shown as a dash. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  const { locale } = useLocale();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', xl: '1fr 1fr 1fr' },
        columnGap: 3,
        rowGap: 1,
        '& > div': { display: 'flex', gap: 1, minWidth: 0 },
        '& dt': { color: 'text.secondary', flex: 'none', minWidth: locale === 'en' ? 164 : 96 },
        '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
      }}
    >
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '-'}</dd>
        </div>
      ))}
    </Box>
  );
}
