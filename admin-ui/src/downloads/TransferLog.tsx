import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  EmptyState,
  type EndedTransfer,
  formatBytes,
  formatTime,
  type TransfersQuery,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ChoiceFilter, ListFilters, ValueFilter } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import type { ConditionsOf } from '../parts/list/listAddress';
import { EndlessList } from '../parts/list/ResourceList';
import { orderPath } from '../parts/orderPath';
import { useDownloads } from './useDownloads';

const PROTOCOLS = ['ftp', 'ftps', 'https', 'push'] as const;
const OUTCOMES = ['whole', 'broken', 'done', 'aborted', 'failed'] as const;
const CONDITIONS = {
  unit: 'text',
  without: ['unit'],
  protocol: PROTOCOLS,
  outcome: OUTCOMES,
} as const satisfies ConditionsOf<TransfersQuery>;

/** The downloads that the figures count, the last to end first. */
export function TransferLog({ period }: { period: Period }) {
  const { downloads: m } = useAdminMessages();
  return (
    <EndlessList resource="dataDownStat" title={m.log} conditions={CONDITIONS} filter={period}>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <TransferFilters period={period} />
        <TransferTable />
      </Paper>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {m.logHint}
      </Typography>
    </EndlessList>
  );
}

function TransferFilters({ period }: { period: Period }) {
  const { downloads: m, statistics } = useAdminMessages();
  const { data } = useDownloads('unit', period, '');
  const units = (data?.items ?? []).map(({ value }) => value).filter((value) => value !== '');
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <ValueFilter
        source="unit"
        label={m.unit}
        width={{ xs: 1, sm: 260 }}
        any={m.anyUnit}
        nothing={statistics.unnamed}
        choices={units.map((unit) => ({ id: unit, name: unit }))}
      />
      <ChoiceFilter
        source="protocol"
        label={m.protocol}
        width={{ xs: 'calc(50% - 4px)', sm: 140 }}
        any={m.anyProtocol}
        choices={PROTOCOLS.map((id) => ({ id, name: m.protocols[id] }))}
      />
      <ChoiceFilter
        source="outcome"
        label={m.outcome}
        width={{ xs: 'calc(50% - 4px)', sm: 180 }}
        any={m.anyOutcome}
        choices={OUTCOMES.map((id) => ({ id, name: m.outcomeChoices[id] }))}
      />
    </ListFilters>
  );
}

function TransferTable() {
  const { downloads: m, statistics } = useAdminMessages();
  const protocols: Readonly<Record<string, string>> = m.protocols;
  const outcomeOf = useOutcome();
  return (
    <ListRows
      label={m.log}
      savedAs={m.log}
      minWidth={1080}
      empty={<EmptyState title={statistics.noData} hint={statistics.noDataHint} />}
      below={<OlderRows label={m.older} />}
    >
      <Column<EndedTransfer>
        source="ended"
        label={m.ended}
        width={140}
        render={(transfer) => formatTime(transfer.endedAt)}
      />
      <Column<EndedTransfer>
        source="order"
        label={m.order}
        width={180}
        minWidth={150}
        saved={({ ordername }) => ordername}
        render={(transfer) => (
          <Link component={RouterLink} to={orderPath(transfer.orderId)}>
            {transfer.ordername}
          </Link>
        )}
      />
      <Column<EndedTransfer>
        source="unit"
        label={m.unit}
        minWidth={150}
        saved={({ unit }) => unit}
        render={(transfer) => <Clamped text={transfer.unit || '—'} />}
      />
      <Column<EndedTransfer>
        source="path"
        label={m.path}
        width={250}
        minWidth={220}
        breakable
        saved={({ path }) => path}
        render={(transfer) => <Clamped text={transfer.path} />}
      />
      <Column<EndedTransfer>
        source="protocol"
        label={m.protocol}
        width={76}
        render={(transfer) => protocols[transfer.protocol] ?? transfer.protocol}
      />
      <Column<EndedTransfer> source="outcome" label={m.outcome} width={110} render={outcomeOf} />
      <Column<EndedTransfer>
        source="sent"
        label={m.sent}
        width={96}
        numeric
        saved={({ bytes }) => bytesFigure(bytes).saved}
        savedUnit="bytes"
        render={(transfer) => formatBytes(transfer.bytes)}
      />
      <Column<EndedTransfer>
        source="clientIp"
        label={m.clientIp}
        width={124}
        afterNumbers
        saved={({ clientIp }) => clientIp}
        render={(transfer) => transfer.clientIp || '—'}
      />
    </ListRows>
  );
}

/** How a download ended; one that was asked for a part of its file says so. */
function useOutcome(): (transfer: EndedTransfer) => string {
  const { downloads: m } = useAdminMessages();
  const outcomes: Readonly<Record<string, string>> = m.outcomes;
  return ({ outcome, isWhole }) => {
    const name = outcomes[outcome] ?? outcome;
    return outcome === 'done' && !isWhole ? m.inPart(name) : name;
  };
}
