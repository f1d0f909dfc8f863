import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type ClientUseDay,
  clientSystems,
  daysBefore,
  EmptyState,
  formatBytes,
  QueryResult,
  useNow,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SERIES } from '../parts/figures/series';
import { Panel } from '../parts/Panel';
import { DAYS, everyDay } from './clientSystemModel';

/** What a client system took on each of the last days. */
export function UseFigures({ id }: { id: string }) {
  const m = useAdminMessages().clientSystems.use;
  const now = useNow();
  const query = useQuery({
    queryKey: ['clientUse', id],
    queryFn: ({ signal }) => clientSystems.daysOfUse(id, DAYS, { signal }),
  });
  const days = Array.from({ length: DAYS }, (_, at) => daysBefore(new Date(now), DAYS - 1 - at));
  return (
    <Panel title={m.title}>
      <QueryResult query={query} empty={<EmptyState title={m.empty} hint={m.emptyHint} />}>
        {({ items }) => <Figures days={everyDay(days, items)} />}
      </QueryResult>
    </Panel>
  );
}

/** Calls and bytes have no scale in common. */
function Figures({ days }: { days: readonly ClientUseDay[] }) {
  const m = useAdminMessages().clientSystems.use;
  const points = days.map(({ day, ...rest }) => ({ at: day, ...rest }));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Stack spacing={2}>
        <Typography component="h3" variant="h3">
          {m.callsChart}
        </Typography>
        <LinesChart
          name={m.callsChart}
          points={points}
          write={whole}
          lines={[
            { key: 'calls', name: m.calls, look: SERIES.online },
            { key: 'refused', name: m.refused, look: SERIES.offline },
          ]}
          height={340}
        />
        <Typography component="h3" variant="h3">
          {m.bytesChart}
        </Typography>
        <LinesChart
          name={m.bytesChart}
          points={points}
          write={formatBytes}
          bytes
          lines={[{ key: 'bytes', name: m.bytes, look: SERIES.total }]}
          height={300}
        />
      </Stack>
      <FigureTable
        label={m.title}
        names={m.day}
        columns={[m.calls, m.refused, m.bytes]}
        rows={days.toReversed().map(({ day, calls, refused, bytes }) => ({
          key: day,
          name: day,
          figures: [whole(calls), whole(refused), bytesFigure(bytes)],
        }))}
      />
    </Box>
  );
}
