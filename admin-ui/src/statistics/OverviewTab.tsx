import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type OrderStatistics, QueryResult, textStyle } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { change, volume, whole } from '../parts/figures/numbers';
import { type Period, yearBefore } from '../parts/figures/period';
import { terabytesFigure } from '../parts/figures/savedFigures';
import { OrdersOverTime, OrdersOverTimeTable } from './OrdersOverTime';
import { type Figure, METHODS, useOrderRows } from './orderRows';
import { StillCounting } from './StillCounting';
import { useOverview } from './useFigures';

/** How much was ordered: three figures, every day as a line, and the table of both ways of delivery. */
export function OverviewTab({ period }: { period: Period }) {
  const overview = useOverview(period);
  return (
    <QueryResult query={overview}>
      {(figures) => (
        <Stack spacing={2}>
          <StillCounting current={figures.current} />
          <Headline figures={figures} period={period} />
          <OrdersOverTime period={period} />
          <MethodTable figures={figures} period={period} />
          <OrdersOverTimeTable period={period} />
        </Stack>
      )}
    </QueryResult>
  );
}

interface FiguresProps {
  figures: OrderStatistics;
  period: Period;
}

function Headline({ figures, period }: FiguresProps) {
  const { statistics: m } = useAdminMessages();
  const { data: before } = useOverview(yearBefore(period));
  const cards = [
    {
      name: m.orders,
      unit: m.perOrders,
      write: whole,
      parts: [figures.orderNum, figures.onlineOrderNum, figures.offlineOrderNum],
      before: before?.orderNum,
    },
    {
      name: m.volume,
      unit: m.perTb,
      write: volume,
      parts: [figures.orderSize, figures.onlineOrderSize, figures.offlineOrderSize],
      before: before?.orderSize,
    },
    {
      name: m.scenes,
      unit: m.perScenes,
      write: whole,
      parts: [figures.orderSceneNum, figures.onlineOrderSceneNum, figures.offlineOrderSceneNum],
      before: before?.orderSceneNum,
    },
  ] as const;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
      {cards.map((card) => (
        <FigureCard key={card.name} {...card} period={period} />
      ))}
    </Box>
  );
}

interface FigureCardProps {
  name: string;
  unit: string;
  write: (value: number) => string;
  /** All, online, offline. */
  parts: readonly [number, number, number];
  /** All of the same period last year; undefined while that is not known. */
  before: number | undefined;
  period: Period;
}

function FigureCard({ name, unit, write, parts, before, period }: FigureCardProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf } = useOrderRows();
  const [all, online, offline] = parts;
  const changed = before === undefined ? null : change(all, before);
  return (
    <Paper variant="outlined" component="section" aria-label={name} sx={{ p: 2, minWidth: 0 }}>
      <Typography component="h2" variant="body2" color="text.secondary">
        {m.unitOf(name, unit)}
      </Typography>
      <Typography component="p" sx={{ ...textStyle.page, fontVariantNumeric: 'tabular-nums' }}>
        <CardFigure name={name} text={write(all)} to={rowsOf(period)} />
      </Typography>
      <Typography variant="body2">
        {m.online}{' '}
        <CardFigure
          name={`${name} ${m.online}`}
          text={write(online)}
          to={rowsOf(period, { method: METHODS.online })}
        />
        {` · ${m.offline} `}
        <CardFigure
          name={`${name} ${m.offline}`}
          text={write(offline)}
          to={rowsOf(period, { method: METHODS.offline })}
        />
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {before === undefined ? ' ' : changed === null ? m.fromNothing : m.change(changed)}
      </Typography>
    </Paper>
  );
}

interface CardFigureProps {
  name: string;
  text: string;
  to: string | undefined;
}

/** A number that leads to its orders; its name says of what it is. */
function CardFigure({ name, text, to }: CardFigureProps) {
  if (to === undefined) return text;
  return (
    <Link component={RouterLink} to={to} aria-label={`${name} ${text}`}>
      {text}
    </Link>
  );
}

function MethodTable({ figures, period }: FiguresProps) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf, linkedCount, linkedVolume } = useOrderRows();
  const methodRow = (
    key: string,
    name: string,
    [orders, scenes, size]: [number, number, number],
    figure: Figure,
  ) => ({
    key,
    name,
    figures: [
      linkedCount(whole(orders), orders, period, figure),
      linkedCount(whole(scenes), orders, period, figure),
      linkedVolume(terabytesFigure(size), orders, period, figure),
    ],
    rows: rowsOf(period, figure),
  });
  return (
    <FigureTable
      label={m.tabs.overview}
      names={m.method}
      columns={[
        m.unitOf(m.orders, m.perOrders),
        m.unitOf(m.scenes, m.perScenes),
        m.unitOf(m.volume, m.perTb),
      ]}
      rows={[
        methodRow(
          'online',
          m.online,
          [figures.onlineOrderNum, figures.onlineOrderSceneNum, figures.onlineOrderSize],
          { method: METHODS.online },
        ),
        methodRow(
          'offline',
          m.offline,
          [figures.offlineOrderNum, figures.offlineOrderSceneNum, figures.offlineOrderSize],
          { method: METHODS.offline },
        ),
        methodRow(
          'total',
          m.total,
          [figures.orderNum, figures.orderSceneNum, figures.orderSize],
          {},
        ),
      ]}
    />
  );
}
