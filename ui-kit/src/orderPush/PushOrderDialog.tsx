import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { fieldFaults } from '../api/client';
import type { OrderPushes, OrderPushTarget } from '../api/types';
import { formatBytes } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { useSubscriptionWords } from '../messages/useSubscriptionWords';
import { useText } from '../messages/useText';
import { FormDialog } from '../parts/FormDialog';
import { EmptyState, errorText } from '../parts/States';
import { type PushPlan, planPush } from './pushCounts';
import { type PushTexts, usePushTexts } from './pushTexts';
import { type PushedOrder, usePushOrder } from './useOrderPushes';

type Props = {
  order: PushedOrder;
  pushes: OrderPushes;
  /** Where it is to go again; null: still to be chosen. */
  targetId: string | null;
  /** Leads to where targets are made; null for people who push to somebody else's. */
  addTarget: ReactNode | null;
  onSent: (text: string) => void;
  onClose: () => void;
};

/** Asks once where an order is to go; says how much that is, and why it was refused. */
export function PushOrderDialog(props: Props) {
  return props.pushes.targets.length === 0 ? <NoTargets {...props} /> : <ChooseTarget {...props} />;
}

function NoTargets({ order, addTarget, onClose }: Props) {
  const m = usePushTexts();
  const { common } = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {m.push} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        {addTarget === null ? (
          <EmptyState title={m.noTargetsOfOwner} hint={m.noTargetsOfOwnerHint} />
        ) : (
          <EmptyState title={m.noTargets} hint={m.noTargetsHint} action={addTarget} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function ChooseTarget({ order, pushes, targetId, addTarget, onSent, onClose }: Props) {
  const m = usePushTexts();
  const label = useId();
  const { targets } = pushes;
  const only = targets.length === 1 ? (targets[0]?.id ?? null) : null;
  const [choice, setChoice] = useState(targetId ?? only);
  const target = targets.find(({ id }) => id === choice);
  const send = usePushOrder(order, () => {
    onSent(m.sent(target?.name ?? ''));
    onClose();
  });
  const plan = target === undefined ? null : planPush(pushes, target.id);
  return (
    <FormDialog
      wide
      title={`${targetId === null ? m.push : m.again} · ${order.ordername}`}
      confirm={m.confirm}
      busy={send.isPending}
      blocked={whyNot(plan, m)}
      refusal={send.error === null ? null : refusalText(send.error, m.failed)}
      onSubmit={() => target !== undefined && send.mutate(target.id)}
      onClose={onClose}
    >
      <FormControl sx={{ width: '100%' }}>
        <FormLabel id={label} sx={{ mb: 0.5 }}>
          {m.choose}
        </FormLabel>
        {addTarget === null ? (
          <Typography variant="caption" color="textSecondary">
            {m.ofOwner}
          </Typography>
        ) : null}
        <RadioGroup
          aria-labelledby={label}
          value={choice ?? ''}
          onChange={(_, next) => {
            setChoice(next);
            send.reset();
          }}
        >
          {targets.map((one) => (
            <TargetChoice key={one.id} target={one} autoFocus={one.id === choice} />
          ))}
        </RadioGroup>
      </FormControl>
      <Stack role="status" sx={{ mt: 1.5, gap: 0.5 }}>
        {plan === null ? (
          <Typography color="textSecondary">{m.chooseFirst}</Typography>
        ) : (
          <Plan plan={plan} />
        )}
      </Stack>
      {addTarget}
    </FormDialog>
  );
}

function TargetChoice({ target, autoFocus }: { target: OrderPushTarget; autoFocus: boolean }) {
  const w = useSubscriptionWords();
  const m = usePushTexts();
  const text = useText();
  return (
    <FormControlLabel
      value={target.id}
      control={<Radio autoFocus={autoFocus} />}
      // Easy to touch, and one apart from the next.
      sx={{
        alignItems: 'flex-start',
        mr: 0,
        py: { xs: 1, sm: 0.5 },
        '& .MuiRadio-root': { mt: -0.25, py: 0.5 },
      }}
      label={
        <>
          <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
            {target.name} · {w.kinds[target.kind]}
          </Typography>
          {target.failure === null ? null : (
            <Typography component="span" variant="body2" color="error" sx={{ display: 'block' }}>
              {m.failsNow(text(target.failureMessage, target.failure))}
            </Typography>
          )}
        </>
      }
    />
  );
}

function Plan({ plan }: { plan: PushPlan }) {
  const m = usePushTexts();
  if (!('load' in plan)) return <Alert severity="info">{m[plan.kind]}</Alert>;
  const { files, bytes } = plan.load;
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{m[plan.kind](files, formatBytes(bytes))}</Typography>
      {plan.kind === 'whole' ? <Typography variant="body2">{m.contents}</Typography> : null}
      <Typography variant="body2" color="textSecondary">
        {m.hint}
      </Typography>
    </>
  );
}

function whyNot(plan: PushPlan | null, m: PushTexts): string | undefined {
  if (plan === null) return m.chooseFirst;
  return 'load' in plan ? undefined : m[plan.kind];
}

/** What is wrong with the target says more than that a field is wrong. */
function refusalText(error: Error, fallback: string): string {
  return fieldFaults(error).targetId ?? errorText(error, fallback);
}
