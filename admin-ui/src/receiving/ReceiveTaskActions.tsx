import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { ConfirmDialog, type ReceiveTask, receiving } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { ReceiveTaskDialog } from './ReceiveTaskDialog';
import { useMayReceive } from './useMayReceive';

/** What can be done to a receive task. Nothing changes under a run. */
export function ReceiveTaskActions({ task }: { task: ReceiveTask }) {
  const { receiving: m } = useAdminMessages();
  const { run, busy } = useCall(['receiveTasks']);
  const mayReceive = useMayReceive();
  const [open, setOpen] = useState<'edit' | 'startOver' | 'remove' | null>(null);
  const isLive = task.liveRun !== null;
  const call = (step: (id: string) => Promise<unknown>) =>
    void run(() => step(task.id), { ok: m.done, failed: m.failed }).then(() => setOpen(null));
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      <Button component={Link} to={{ search: `?task=${task.id}` }}>
        {m.history}
      </Button>
      {mayReceive && (
        <>
          <Button disabled={busy || isLive} onClick={() => call(receiving.runNow)}>
            {m.runNow}
          </Button>
          <Button
            disabled={busy}
            onClick={() => call(task.paused ? receiving.resume : receiving.pause)}
          >
            {task.paused ? m.resume : m.pause}
          </Button>
          <Button disabled={busy || isLive} onClick={() => setOpen('edit')}>
            {m.edit}
          </Button>
          <Button disabled={busy || isLive} onClick={() => setOpen('startOver')}>
            {m.startOver}
          </Button>
          <Button color="error" disabled={busy || isLive} onClick={() => setOpen('remove')}>
            {m.remove}
          </Button>
        </>
      )}
      {open === 'edit' && <ReceiveTaskDialog task={task} onClose={() => setOpen(null)} />}
      {open === 'startOver' && (
        <ConfirmDialog
          title={m.startOver}
          text={m.startOverText(task.name)}
          busy={busy}
          onConfirm={() => call(receiving.startOver)}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          danger
          text={m.removeText(task.name)}
          busy={busy}
          onConfirm={() => call(receiving.remove)}
          onCancel={() => setOpen(null)}
        />
      )}
    </Stack>
  );
}
