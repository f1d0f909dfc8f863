import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { textStyle } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface Card {
  name: string;
  /** Stands behind the name; none where the value says it. */
  unit?: string;
  value: string;
  /** The list of what is counted here. */
  to?: string | undefined;
}

/** A few figures of a whole period, beside one another; on phones two in a row. */
export function FigureCards({ cards }: { cards: readonly Card[] }) {
  const { statistics: m } = useAdminMessages();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 2 },
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: `repeat(${cards.length}, 1fr)` },
      }}
    >
      {cards.map(({ name, unit, value, to }) => (
        <Paper
          key={name}
          variant="outlined"
          component="section"
          aria-label={name}
          sx={{ p: 2, minWidth: 0 }}
        >
          <Typography component="h2" variant="body2" color="text.secondary">
            {unit === undefined ? name : m.unitOf(name, unit)}
          </Typography>
          <Typography component="p" sx={{ ...textStyle.page, fontVariantNumeric: 'tabular-nums' }}>
            {to === undefined ? (
              value
            ) : (
              <Link component={RouterLink} to={to} aria-label={`${name} ${value}`}>
                {value}
              </Link>
            )}
          </Typography>
        </Paper>
      ))}
    </Box>
  );
}
