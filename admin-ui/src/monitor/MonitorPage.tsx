import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatSecond, formatTime, type Monitor, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { FigureTable } from '../parts/figures/FigureTable';
import { LinesChart } from '../parts/figures/LinesChart';
import { whole } from '../parts/figures/numbers';
import { SERIES } from '../parts/figures/series';
import { PageHead } from '../parts/PageHead';
import { Panel } from '../parts/Panel';
import { FactLists } from './FactLists';
import { FtpSessionTable } from './FtpSessionTable';
import { LiveFigures } from './LiveFigures';
import { QueueTable } from './QueueTable';
import { RestingTable } from './RestingTable';
import { SourceTable } from './SourceTable';
import { TransferTable } from './TransferTable';
import { useMonitor } from './useMonitor';
import { WaitsChart } from './WaitsChart';
import { WorkerList } from './WorkerList';

/** What goes on in the system at this moment (portal specification section 7, monitor). */
export function MonitorPage() {
  const { monitor: m } = useAdminMessages();
  const { query, held, holds } = useMonitor();
  return (
    <>
      <PageHead title={m.title}>
        <Typography variant="body2" color="textSecondary">
          {held ? m.held : query.data && m.refreshed(formatSecond(query.data.at).slice(11))}
        </Typography>
      </PageHead>
      <QueryResult query={query}>
        {(found) => <MonitorPanels found={found} holds={holds} />}
      </QueryResult>
    </>
  );
}

function MonitorPanels({ found, holds }: { found: Monitor; holds: object }) {
  const { monitor: m } = useAdminMessages();
  const lines = [
    { key: 'done' as const, name: m.done, look: SERIES.online },
    { key: 'failed' as const, name: m.failed, look: SERIES.offline },
  ];
  const points = found.throughput.map(({ at, done, failed }) => ({
    at: formatTime(at).slice(11),
    done,
    failed,
  }));
  return (
    <Stack sx={{ gap: 1.5 }}>
      <LiveFigures found={found} />
      <Box sx={HALVES}>
        <Panel title={m.throughput}>
          <ChartTime value={timeOf(points)}>
            <LinesChart name={m.throughput} lines={lines} points={points} write={String} />
          </ChartTime>
          <details>
            <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', mb: 1 }}>
              {m.throughputTable}
            </Typography>
            <FigureTable
              label={m.throughput}
              names={m.minute}
              columns={[m.done, m.failed]}
              rows={points.toReversed().map(({ at, done, failed }) => ({
                key: at,
                name: at,
                figures: [whole(done), whole(failed)],
              }))}
            />
          </details>
        </Panel>
        <Panel title={m.queues} flush>
          <QueueTable found={found} />
        </Panel>
      </Box>
      <Box sx={HALVES}>
        <Panel title={m.waitTimes}>
          <WaitsChart waits={found.waits} />
        </Panel>
        <Panel title={m.resting} flush>
          <RestingTable resting={found.resting} />
        </Panel>
      </Box>
      <div {...holds}>
        <Panel title={m.workers} flush>
          <WorkerList found={found} />
        </Panel>
      </div>
      <div {...holds}>
        <Panel title={m.sources} flush>
          <SourceTable sources={found.sources} />
        </Panel>
      </div>
      <div {...holds}>
        <Panel title={m.fetched} flush>
          <TransferTable transfers={found.transfers} />
        </Panel>
      </div>
      <div {...holds}>
        <Panel title={m.sessions} flush>
          <FtpSessionTable sessions={found.ftpSessions} />
        </Panel>
      </div>
      <FactLists found={found} />
    </Stack>
  );
}

/** From the first minute to the last. */
const timeOf = (points: { at: string }[]) =>
  points.length === 0 ? '' : `${points[0]?.at} – ${points.at(-1)?.at}`;

const HALVES = {
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const;
