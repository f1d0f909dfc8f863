import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  formatBytes,
  type OpenService,
  type OpenServiceFigures,
  QueryResult,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { OpenServiceDays } from './OpenServiceDays';
import { OpenServicesChart } from './OpenServicesChart';
import {
  COUNTS,
  type CountName,
  type OpenServiceRows,
  openServicesAt,
  refusedOf,
  requestsFor,
  SERVICES,
} from './openServiceRows';
import { useOpenServices } from './useFigures';

interface OpenServicesTabProps {
  period: Period;
  /** The days of this client system; empty: the figures of all. */
  system: string;
  service: OpenService | '';
  having: CountName | '';
}

/** What client systems called for, by system and by day. */
export function OpenServicesTab({ period, system, service, having }: OpenServicesTabProps) {
  const { openServices: m } = useAdminMessages();
  const query = useOpenServices(period, system);
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="text.secondary">
        {m.hint}
      </Typography>
      <QueryResult query={query}>
        {(found) =>
          system === '' ? (
            <Overview found={found} period={period} />
          ) : (
            <OpenServiceDays found={found} period={period} service={service} having={having} />
          )
        }
      </QueryResult>
    </Stack>
  );
}

interface OverviewProps {
  found: OpenServiceFigures;
  period: Period;
}

function Overview({ found, period }: OverviewProps) {
  const { openServices: m } = useAdminMessages();
  if (found.days.length === 0) return <EmptyState title={m.empty} hint={m.emptyHint} />;
  const { total } = found;
  return (
    <>
      <FigureCards
        cards={[
          { name: m.system, unit: m.perSystems, value: whole(found.systems.length) },
          { name: m.requests, unit: m.perTimes, value: whole(total.requests) },
          { name: m.refused, unit: m.perTimes, value: whole(refusedOf(total)) },
          { name: m.bytes, value: formatBytes(total.bytes) },
        ]}
      />
      <OpenServicesChart
        days={found.days}
        period={period}
        rowsAt={(day) => openServicesAt({ from: day, to: day })}
      />
      <SystemTable found={found} period={period} />
      <DayTable found={found} />
    </>
  );
}

type Line = OpenServiceFigures['systems'][number] | OpenServiceFigures['days'][number];

/** Where a figure leads that is not nought. */
type RowsTo = (rows: OpenServiceRows) => string | undefined;

/** Columns of both tables: what was counted, then the services that anybody called for. */
function useColumns({ systems }: OpenServiceFigures) {
  const { openServices: m } = useAdminMessages();
  const called = SERVICES.filter((service) => systems.some((one) => requestsFor(service, one) > 0));
  const heads = [...COUNTS.map((name) => m[name]), ...called.map((service) => m.services[service])];
  const figuresOf = (line: Line, rowsTo: RowsTo) => [
    ...COUNTS.map((having) => {
      const to = line[having] > 0 ? rowsTo({ having }) : undefined;
      const count = line[having];
      return having === 'bytes' ? { ...bytesFigure(count), to } : { text: whole(count), to };
    }),
    ...called.map((service) => {
      const count = requestsFor(service, line);
      const to = count > 0 ? rowsTo({ service, having: 'requests' }) : undefined;
      return { text: whole(count), to };
    }),
  ];
  return { heads, figuresOf };
}

function SystemTable({ found, period }: OverviewProps) {
  const { openServices: m } = useAdminMessages();
  const { heads, figuresOf } = useColumns(found);
  return (
    <FigureTable
      label={m.bySystem}
      names={m.system}
      columns={heads}
      rows={found.systems.map((system) => ({
        key: system.id,
        name: [system.name || system.loginName, system.unit].filter(Boolean).join(' · '),
        figures: figuresOf(system, (rows) =>
          openServicesAt(period, { system: system.id, ...rows }),
        ),
      }))}
    />
  );
}

/** The rows behind a day are the client systems of that day. */
function DayTable({ found }: { found: OpenServiceFigures }) {
  const { openServices: m, statistics } = useAdminMessages();
  const { heads, figuresOf } = useColumns(found);
  return (
    <FigureTable
      label={m.byDay}
      names={statistics.day}
      columns={heads}
      rows={found.days.toReversed().map((line) => ({
        key: line.day,
        name: line.day,
        figures: figuresOf(line, () => openServicesAt({ from: line.day, to: line.day })),
      }))}
    />
  );
}
