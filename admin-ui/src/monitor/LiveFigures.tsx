import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { ink, type Monitor, textStyle } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { waitingTime } from '../parts/waitingTime';
import { sums } from './monitorModel';

interface LiveFigure {
  name: string;
  value: number;
  note: string;
  tone?: 'needed' | 'failed' | 'working';
}

/** The five figures that say whether all is well. */
export function LiveFigures({ found }: { found: Monitor }) {
  const { monitor: m } = useAdminMessages();
  return (
    <Box component="ul" aria-label={m.figures} sx={GRID}>
      {useFigures(found).map((figure) => (
        <Figure key={figure.name} {...figure} />
      ))}
    </Box>
  );
}

function useFigures(found: Monitor): LiveFigure[] {
  const { monitor: m, desk } = useAdminMessages();
  const { waiting, oldest, running, slots, free, done, failed } = sums(found);
  const now = Date.parse(found.at);
  const { transfers, holdings } = found;
  return [
    {
      name: m.waiting,
      value: waiting,
      note: oldest === null ? m.noneWaiting : m.waitingNote(waitingTime(oldest, now, desk)),
    },
    {
      name: m.running,
      value: running,
      note: slots === 0 ? m.noWorkers : m.slots(free, slots),
      tone: slots === 0 ? 'failed' : 'working',
    },
    {
      name: m.ended,
      value: done,
      note: failed === 0 ? m.noneFailed : m.endedFailed(failed),
      ...(failed > 0 && { tone: 'needed' as const }),
    },
    {
      name: m.transfers,
      value: transfers.length,
      note: transfers.length === 0 ? m.transfersNone : m.transfersNote,
    },
    { name: m.online, value: holdings.online, note: m.signedIn(holdings.signedIn) },
  ];
}

function Figure({ name, value, note, tone }: LiveFigure) {
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2 }}>
      <Typography component="div" variant="subtitle2" color="textSecondary">
        {name}
      </Typography>
      <Box sx={VALUE}>{value.toLocaleString('en-US')}</Box>
      <Typography
        component="div"
        variant="body2"
        sx={{ color: tone === undefined || tone === 'working' ? 'text.secondary' : ink[tone] }}
      >
        {note}
      </Typography>
    </Paper>
  );
}

const VALUE = {
  my: 0.5,
  ...textStyle.page,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
} as const;

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 176px), 1fr))',
} as const;
