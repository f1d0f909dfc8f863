import Box from '@mui/material/Box';
import CardActionArea from '@mui/material/CardActionArea';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ink, textStyle } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';

export interface FigureProps {
  name: string;
  count: number;
  /** The list of just those orders. */
  to: string;
  notes: readonly string[];
  /** What is said instead where there is nothing. */
  none: string;
  /** The colour of a figure that is not nought. */
  tone: 'needed' | 'failed' | 'working';
}

/** How many orders, as a link to them. */
export function Figure({ name, count, to, notes, none, tone }: FigureProps) {
  const { dashboard: m } = useAdminMessages();
  return (
    <Paper component="li" variant="outlined">
      <CardActionArea
        component={RouterLink}
        to={to}
        aria-label={[m.figure(name, count), ...(count > 0 ? notes : [none])].join(' ')}
        sx={{ p: 2, height: '100%', minHeight: 128, alignItems: 'flex-start' }}
      >
        <Typography component="div" variant="subtitle2" color="textSecondary">
          {name}
        </Typography>
        <Box
          sx={{
            my: 0.5,
            ...textStyle.page,
            fontWeight: 600,
            fontVariantNumeric: 'tabular-nums',
            color: count > 0 ? ink[tone] : 'text.secondary',
          }}
        >
          {count.toLocaleString('en-US')}
        </Box>
        {(count > 0 ? notes : [none]).map((note) => (
          <Typography
            key={note}
            component="div"
            variant="body2"
            color="textSecondary"
            sx={{ textWrap: 'pretty' }}
          >
            {note}
          </Typography>
        ))}
      </CardActionArea>
    </Paper>
  );
}
