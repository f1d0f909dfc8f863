import Paper from '@mui/material/Paper';
import {
  type BehaviourQuery,
  type BehaviourRow,
  Clamped,
  EmptyState,
  formatBytes,
  formatTime,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ChoiceFilter, FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import { EndlessList } from '../parts/list/ResourceList';
import { BEHAVIOUR_TYPES } from './useBehaviourAddress';

const CONDITIONS = { type: BEHAVIOUR_TYPES.map(String), q: 'text' } as const;

/** What the list may be ordered by. */
const ORDERS = ['-at'] as const satisfies readonly NonNullable<BehaviourQuery['sort']>[];

/** The record of what people did, the newest first. */
export function BehaviourLog({ period }: { period: Period }) {
  const { behaviours: m } = useAdminMessages();
  return (
    <EndlessList
      resource="userBehavioStat"
      orders={ORDERS}
      title={m.log}
      conditions={CONDITIONS}
      filter={period}
    >
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <ListFilters sx={{ p: 1.5 }}>
          <ChoiceFilter
            source="type"
            label={m.kind}
            width={180}
            any={m.anyKind}
            choices={BEHAVIOUR_TYPES.map((one) => ({ id: String(one), name: m.kinds[one] }))}
          />
          <FindFilter source="q" label={m.find} width={240} />
        </ListFilters>
        <LogTable />
      </Paper>
    </EndlessList>
  );
}

function LogTable() {
  const { behaviours: m } = useAdminMessages();
  const about = useDetails();
  const whoOf = (line: BehaviourRow) =>
    line.fUserid === '' ? m.guest : `${line.userName} ${line.fUserid}`.trim();
  return (
    <ListRows
      label={m.log}
      savedAs={m.log}
      minWidth={860}
      empty={<EmptyState title={m.empty} />}
      below={<OlderRows label={m.older} />}
    >
      <Column<BehaviourRow>
        source="at"
        label={m.at}
        width={150}
        render={(line) => formatTime(line.fCreatetime)}
      />
      <Column<BehaviourRow>
        source="kind"
        label={m.kind}
        width={120}
        render={(line) => m.kinds[line.fBehaviortype]}
      />
      <Column<BehaviourRow>
        source="user"
        label={m.user}
        saved={whoOf}
        render={(line) => <Clamped text={whoOf(line)} />}
      />
      <Column<BehaviourRow>
        source="unit"
        label={m.unit}
        saved={(line) => line.fUserdept}
        render={(line) => <Clamped text={line.fUserdept || '—'} />}
      />
      <Column<BehaviourRow>
        source="clientIp"
        label={m.clientIp}
        width={120}
        saved={(line) => line.fClientip}
        render={(line) => line.fClientip || '—'}
      />
      <Column<BehaviourRow>
        source="page"
        label={m.page}
        minWidth={160}
        saved={(line) => line.fDetailurl}
        render={(line) => <Clamped text={line.fDetailurl || '—'} />}
      />
      <Column<BehaviourRow>
        source="about"
        label={m.about}
        minWidth={180}
        saved={about}
        render={(line) => <Clamped text={about(line) || '—'} />}
      />
    </ListRows>
  );
}

/** What a row says beside who, when and where: the order, how much, how long. */
function useDetails(): (line: BehaviourRow) => string {
  const { behaviours: m } = useAdminMessages();
  return (line) => {
    const { fOrdername, fDatanum, fDatasize, fReceivestarttime, fReceiveendtime } = line;
    const parts = [fOrdername ?? ''];
    if (fDatanum !== null) parts.push(m.scenes(whole(fDatanum)));
    if (fDatasize !== null) parts.push(formatBytes(fDatasize));
    if (fReceivestarttime !== null && fReceiveendtime !== null) {
      const seconds = Math.round(
        (Date.parse(fReceiveendtime) - Date.parse(fReceivestarttime)) / 1000,
      );
      const length = seconds < 60 ? m.seconds(seconds) : m.minutes(Math.round(seconds / 60));
      parts.push(m.stay(length));
    }
    return parts.filter((part) => part !== '').join(' · ');
  };
}
