import Typography from '@mui/material/Typography';
import {
  bandwidthText,
  EmptyState,
  formatBytes,
  formatTime,
  holdText,
  type PushTarget,
  ToneChip,
  targetAddress,
  useMessages,
  useSubscriptionWords,
  useText,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { ResourceList } from '../parts/list/ResourceList';
import { LimitsDialog } from './LimitsDialog';
import { StopDialog } from './StopDialog';
import { TargetButtons } from './TargetButtons';

/** Everybody's targets: whether they answer, and what they may take. */
export function TargetTable() {
  const { subscriptionDesk: m } = useAdminMessages();
  const [limited, setLimited] = useState<PushTarget | null>(null);
  const [stopping, setStopping] = useState<PushTarget | null>(null);
  return (
    <ResourceList resource="pushTargets" title={m.tabs.targets} conditions={{}}>
      <Rows onLimit={setLimited} onStop={setStopping} />
      {limited === null ? null : <LimitsDialog target={limited} onClose={() => setLimited(null)} />}
      {stopping === null ? null : (
        <StopDialog target={stopping} onClose={() => setStopping(null)} />
      )}
    </ResourceList>
  );
}

interface RowsProps {
  onLimit: (target: PushTarget) => void;
  onStop: (target: PushTarget) => void;
}

function Rows({ onLimit, onStop }: RowsProps) {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  return (
    <ListRows
      label={m.tabs.targets}
      minWidth={1000}
      empty={<EmptyState title={m.targetsEmpty} />}
      below={<ListPages />}
    >
      <Column<PushTarget>
        source="target"
        label={w.target}
        minWidth={220}
        breakable
        render={(target) => (
          <div>
            <Typography sx={{ fontWeight: 600 }}>{target.name}</Typography>
            <Typography variant="caption">
              {w.kinds[target.kind]} · {targetAddress(target, w)}
            </Typography>
          </div>
        )}
      />
      <Column<PushTarget> source="owner" label={w.owner} render={({ owner }) => owner} />
      <Column<PushTarget>
        source="state"
        label={w.state}
        minWidth={190}
        render={(target) => <Condition target={target} />}
      />
      <Column<PushTarget>
        source="parallel"
        label={w.parallel}
        numeric
        render={({ mostParallel }) => mostParallel}
      />
      <Column<PushTarget>
        source="sentToday"
        label={w.sentToday}
        numeric
        render={({ sentToday }) => formatBytes(sentToday)}
      />
      <Column<PushTarget>
        source="daily"
        label={w.daily}
        numeric
        render={({ dailyBytes }) => (dailyBytes === null ? w.unlimited : formatBytes(dailyBytes))}
      />
      <Column<PushTarget>
        source="bandwidth"
        label={w.bandwidth}
        numeric
        render={(target) => bandwidthText(target, w)}
      />
      <Column<PushTarget>
        source="operations"
        label={common.operations}
        minWidth={170}
        render={(target) => (
          <TargetButtons
            target={target}
            onLimit={() => onLimit(target)}
            onStop={() => onStop(target)}
          />
        )}
      />
    </ListRows>
  );
}

/** Whether it answers, and what it said when it did not. */
function Condition({ target }: { target: PushTarget }) {
  const w = useSubscriptionWords();
  const text = useText();
  const isDown = target.restsUntil !== null;
  return (
    <div>
      <ToneChip
        tone={isDown ? 'warning' : 'success'}
        label={isDown ? w.restsUntil(formatTime(target.restsUntil)) : w.works}
      />
      {target.hold === null ? null : (
        <Typography variant="caption" component="div" color="warning">
          {holdText(target, w)}
        </Typography>
      )}
      {target.failure === null ? null : (
        <Typography variant="caption" component="div" color="error">
          {text(target.failureMessage, target.failure)}
        </Typography>
      )}
    </div>
  );
}
