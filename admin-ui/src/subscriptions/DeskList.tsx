import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {
  criteriaText,
  EmptyState,
  formatBytes,
  formatTime,
  rhythmText,
  STANDING_TONES,
  type Subscription,
  type SubscriptionDeskQuery,
  type SubscriptionState,
  standingText,
  ToneChip,
  useMessages,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { OpenLink } from '../parts/list/OpenLink';
import { ResourceList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { BulkBar, canPick } from './BulkBar';
import { DecisionButtons, type OnAsk } from './DecisionButtons';
import { DecisionDialog, type PendingDecision } from './DecisionDialog';
import { SubscriptionDrawer } from './SubscriptionDrawer';

const STATES = [
  'pending',
  'running',
  'paused',
  'suspended',
  'refused',
  'ended',
] as const satisfies readonly SubscriptionState[];

/** 'all' stands for any of them; whoever says nothing looks at those that wait. */
const CONDITIONS = { state: [...STATES, 'all'] } as const;

/** What the list may be ordered by. */
const ORDERS = ['-created', 'name', 'owner', 'validUntil'] as const satisfies readonly NonNullable<
  SubscriptionDeskQuery['sort']
>[];

/** Subscriptions of one state; first those that wait. */
export function DeskList() {
  const { subscriptionDesk: m } = useAdminMessages();
  const [pending, setPending] = useState<PendingDecision | null>(null);
  const [refused, setRefused] = useState<(PendingDecision & { reason: string }) | null>(null);
  const isAskedAgain =
    refused?.one.id === pending?.one.id && refused?.decision === pending?.decision;
  const { openId, open } = useOpenOne('one');
  return (
    <ResourceList resource="subscribeAudit" title={m.title} conditions={CONDITIONS} orders={ORDERS}>
      <Stack sx={{ p: 1.5, gap: 1.5 }}>
        <StateChoice />
        <SubscriptionTable onAsk={setPending} onOpen={open} />
      </Stack>
      {openId === null ? null : (
        <SubscriptionDrawer
          key={openId}
          id={openId}
          onClose={() => open(null)}
          onAsk={setPending}
        />
      )}
      {pending === null ? null : (
        <DecisionDialog
          {...pending}
          initial={isAskedAgain ? (refused?.reason ?? '') : ''}
          onRefused={(reason) => setRefused({ ...pending, reason })}
          onClose={() => setPending(null)}
        />
      )}
    </ResourceList>
  );
}

function StateChoice() {
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  const { filterValues, setFilters, meta } = useListContext();
  const counts: { state: SubscriptionState; count: number }[] = meta?.states ?? [];
  const count = (one: SubscriptionState) => counts.find(({ state }) => state === one)?.count ?? 0;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={filterValues.state ?? 'pending'}
      aria-label={w.state}
      onChange={(_, next: string | null) =>
        next !== null && setFilters({ state: next === 'pending' ? '' : next })
      }
      sx={{ flexWrap: 'wrap' }}
    >
      {STATES.map((one) => (
        <ToggleButton key={one} value={one}>
          {w.states[one]} {count(one)}
        </ToggleButton>
      ))}
      <ToggleButton value="all">{m.all}</ToggleButton>
    </ToggleButtonGroup>
  );
}

type TableProps = OnAsk & { onOpen: (id: string) => void };

/** The rows, and what is done to several of them at once. */
function SubscriptionTable(props: TableProps) {
  const { data = [] } = useListContext<Subscription>();
  const [marked, setMarked] = useState<ReadonlyMap<string, string>>(new Map());
  const isPicked = (one: Subscription) => canPick(one) && marked.get(one.id) === one.version;
  // One that left the page, or was changed since it was ticked, is not acted on unseen.
  const picked = data.filter(isPicked);
  const toggle = (one: Subscription) =>
    setMarked((now) => {
      const next = new Map(now);
      if (isPicked(one)) next.delete(one.id);
      else next.set(one.id, one.version);
      return next;
    });
  return (
    <>
      <BulkBar picked={picked} onDone={() => setMarked(new Map())} />
      <SubscriptionRows {...props} isPicked={isPicked} onPick={toggle} />
    </>
  );
}

type RowsProps = TableProps & {
  isPicked: (one: Subscription) => boolean;
  onPick: (one: Subscription) => void;
};

function SubscriptionRows({ onAsk, onOpen, isPicked, onPick }: RowsProps) {
  const { common } = useMessages();
  const { subscriptionDesk: m } = useAdminMessages();
  const w = useSubscriptionWords();
  return (
    <ListRows
      label={m.title}
      minWidth={1000}
      empty={<EmptyState title={m.empty} />}
      below={<ListPages />}
    >
      <Column<Subscription>
        source="name"
        label={w.name}
        minWidth={160}
        render={(one) => (
          <Stack direction="row" sx={{ alignItems: 'flex-start' }}>
            <Checkbox
              size="small"
              disabled={!canPick(one)}
              checked={isPicked(one)}
              onChange={() => onPick(one)}
              slotProps={{ input: { 'aria-label': m.pick(one.name) } }}
              sx={{ mt: -0.5, ml: -1 }}
            />
            <Name one={one} onOpen={() => onOpen(one.id)} />
          </Stack>
        )}
      />
      <Column<Subscription>
        source="owner"
        label={w.owner}
        render={({ owner, unit }) => [owner, unit].filter(Boolean).join(' · ')}
      />
      <Column<Subscription>
        source="criteria"
        label={w.criteria}
        minWidth={170}
        render={(one) => <Criteria one={one} />}
      />
      <Column<Subscription>
        source="validUntil"
        label={w.validUntil}
        width={150}
        render={({ validUntil }) => formatTime(validUntil)}
      />
      <Column<Subscription>
        source="state"
        label={w.state}
        minWidth={140}
        render={(one) => <Standing one={one} />}
      />
      <Column<Subscription>
        source="matched"
        label={m.matched}
        minWidth={160}
        render={({ counts }) => (
          <div>
            <Typography variant="body2">{w.counts(counts)}</Typography>
            <Typography variant="caption">{formatBytes(counts.deliveredBytes)}</Typography>
          </div>
        )}
      />
      <Column<Subscription>
        source="created"
        label={m.submitted}
        width={150}
        render={({ createdAt }) => formatTime(createdAt)}
      />
      <Column<Subscription>
        source="operations"
        label={common.operations}
        render={(one) => <DecisionButtons one={one} onAsk={onAsk} />}
      />
    </ListRows>
  );
}

function Name({ one, onOpen }: { one: Subscription; onOpen: () => void }) {
  const { subscriptionDesk: m } = useAdminMessages();
  return (
    <div>
      <Typography component="div" sx={{ fontWeight: 600 }}>
        <OpenLink name={one.name} label={m.open(one.name)} onOpen={onOpen} />
      </Typography>
      <Typography variant="caption" component="div">
        {one.number}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {one.purpose}
      </Typography>
      <Typography variant="caption" component="div">
        {one.attachments.length === 0 ? m.noPapers : m.paperCount(one.attachments.length)}
      </Typography>
    </div>
  );
}

function Standing({ one }: { one: Subscription }) {
  const w = useSubscriptionWords();
  return (
    <div>
      <ToneChip tone={STANDING_TONES[one.standing]} label={standingText(one, w)} />
      {one.reason === '' ? null : (
        <Typography variant="caption" component="div">
          {one.reason}
        </Typography>
      )}
    </div>
  );
}

function Criteria({ one }: { one: Subscription }) {
  const w = useSubscriptionWords();
  return (
    <div>
      <Typography variant="body2">{criteriaText(one, w)}</Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {[rhythmText(one, w), one.targetName].filter(Boolean).join(' · ')}
      </Typography>
    </div>
  );
}
