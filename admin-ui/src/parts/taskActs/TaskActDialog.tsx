import DialogContentText from '@mui/material/DialogContentText';
import TextField from '@mui/material/TextField';
import {
  ErrorState,
  FormDialog,
  Loading,
  operations,
  type TaskActRequest,
  type TaskCounts,
  type TaskFilter,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useCall } from '../useCall';

export type TaskActName = TaskActRequest['act'];

/** Of the tasks that match, how many the act would touch. */
const COUNTED: Readonly<Record<TaskActName, keyof TaskCounts>> = {
  pause: 'pause',
  resume: 'resume',
  retry: 'retry',
  cancel: 'cancel',
  set_priority: 'setPriority',
};

/** Where somebody raises a priority nobody has set. */
const URGENT = 50;
const HIGHEST = 100;

interface TaskActDialogProps {
  act: TaskActName;
  filter: TaskFilter;
  topic: string;
  onClose: () => void;
}

/** Says how many tasks an act will touch, and does it when that is confirmed. */
export function TaskActDialog({ act, filter, topic, onClose }: TaskActDialogProps) {
  const { tasks: m } = useAdminMessages();
  const { steer } = useMessages();
  const queries = useQueryClient();
  const { run, busy, refusal } = useCall([topic]);
  const [text, setText] = useState(String(URGENT));
  const priority = /^\d{1,3}$/.test(text) && Number(text) <= HIGHEST ? Number(text) : null;
  const query = useQuery({
    queryKey: ['task-counts', filter],
    queryFn: ({ signal }) => operations.taskCounts(filter, { signal }),
    // What was counted when it was asked before no longer holds.
    gcTime: 0,
    staleTime: 0,
  });
  const count = query.data?.[COUNTED[act]];
  const confirm = async () => {
    const body = { act, filter, priority: act === 'set_priority' ? (priority ?? 0) : 0 };
    const texts = { ok: m.acted, failed: m.failed, inPlace: true };
    const outcome = await run(() => operations.actOnTasks(body), texts);
    for (const other of ['tasks', 'waits', 'failures', 'events']) {
      void queries.invalidateQueries({ queryKey: [other] });
    }
    if (outcome === 'accepted') onClose();
  };
  const blocked = blockedBy({ count, badPriority: act === 'set_priority' && priority === null });
  const reason = { counting: m.counting, none: m.touchesNone, priority: steer.badPriority };
  return (
    <FormDialog
      title={m.acts[act]}
      confirm={m.acts[act]}
      destructive={act === 'cancel'}
      focusConfirm={act !== 'set_priority' && act !== 'cancel'}
      blocked={blocked === null ? undefined : reason[blocked]}
      busy={busy}
      refusal={refusal}
      onSubmit={() => void confirm()}
      onClose={onClose}
    >
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label={m.counting} />}
      {count !== undefined && (
        <DialogContentText color="textPrimary">
          {count === 0 ? m.touchesNone : m.touches(count, query.data?.total ?? count)}
        </DialogContentText>
      )}
      <DialogContentText sx={{ mt: 1 }}>{m.actNotes[act]}</DialogContentText>
      {act === 'set_priority' && (
        <TextField
          label={m.priority}
          value={text}
          onChange={({ target }) => setText(target.value.trim())}
          error={priority === null}
          helperText={priority === null ? steer.badPriority : m.priorityHint}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
          fullWidth
          autoFocus
          sx={{ mt: 2 }}
        />
      )}
    </FormDialog>
  );
}

function blockedBy(state: { count: number | undefined; badPriority: boolean }) {
  if (state.count === undefined) return 'counting';
  if (state.count === 0) return 'none';
  return state.badPriority ? 'priority' : null;
}
