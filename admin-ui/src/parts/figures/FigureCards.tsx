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
  /** An address outside of the back office, in place of `to`. */
  href?: string | undefined;
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
      {cards.map((card) => (
        <Paper
          key={card.name}
          variant="outlined"
          component="section"
          aria-label={card.name}
          sx={{ p: 2, minWidth: 0 }}
        >
          <Typography component="h2" variant="body2" color="text.secondary">
            {card.unit === undefined ? card.name : m.unitOf(card.name, card.unit)}
          </Typography>
          <Typography component="p" sx={{ ...textStyle.page, fontVariantNumeric: 'tabular-nums' }}>
            <CardValue {...card} />
          </Typography>
        </Paper>
      ))}
    </Box>
  );
}

function CardValue({ name, value, to, href }: Card) {
  const label = `${name} ${value}`;
  if (href !== undefined) {
    return (
      <Link href={href} target="_blank" aria-label={label}>
        {value}
      </Link>
    );
  }
  if (to === undefined) return value;
  return (
    <Link component={RouterLink} to={to} aria-label={label}>
      {value}
    </Link>
  );
}
