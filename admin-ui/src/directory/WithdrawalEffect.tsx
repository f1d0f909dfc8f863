import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import type { WithdrawalPreview } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Ids that are named one by one; the others are counted. */
const NAMED = 20;

/** What the withdrawal of scenes would touch: orders, subscriptions, files at targets. */
export function WithdrawalEffect({ preview }: { preview: WithdrawalPreview }) {
  const { directory } = useAdminMessages();
  const m = directory.withdrawal;
  const { scenes, ordered, orders, unknown, subscriptions, toTell, waiting } = preview;
  return (
    <Alert severity={scenes === 0 ? 'info' : 'warning'} sx={{ overflowWrap: 'anywhere' }}>
      <div>{scenes === 0 ? m.none : m.scenes(scenes)}</div>
      <div>
        {subscriptions === 0 ? m.noSubscriptions : m.subscriptions(subscriptions, toTell, waiting)}
      </div>
      {ordered.length === 0 ? null : <Ids head={m.ordered(ordered.length, orders)} ids={ordered} />}
      {unknown.length === 0 ? null : <Ids head={m.unknown(unknown.length)} ids={unknown} />}
    </Alert>
  );
}

function Ids({ head, ids }: { head: string; ids: readonly string[] }) {
  const more = ids.length > NAMED ? '…' : '';
  return (
    <div>
      {head}
      <Typography variant="caption" component="div">
        {ids.slice(0, NAMED).join(', ')}
        {more}
      </Typography>
    </div>
  );
}
