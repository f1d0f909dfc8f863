import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  bytesOfMegabytes,
  FormDialog,
  megabytesOf,
  type PushTarget,
  pushTargets,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

const GIGABYTE = 1024 ** 3;

/** What a target may take. */
export function LimitsDialog({ target, onClose }: { target: PushTarget; onClose: () => void }) {
  const { subscriptionDesk: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(['pushTargets']);
  const [parallel, setParallel] = useState(String(target.mostParallel));
  const [gigabytes, setGigabytes] = useState(
    target.dailyBytes === null ? '' : String(+(target.dailyBytes / GIGABYTE).toFixed(3)),
  );
  const [megabytes, setMegabytes] = useState(megabytesOf(target.mostBytesPerSecond));
  const submit = () => {
    const daily =
      gigabytes.trim() === '' ? {} : { dailyBytes: Math.round(Number(gigabytes) * GIGABYTE) };
    const mostBytesPerSecond = bytesOfMegabytes(megabytes, target.mostBytesPerSecond);
    const call = () =>
      pushTargets.limit(target.id, {
        mostParallel: Number(parallel),
        ...daily,
        mostBytesPerSecond,
      });
    void run(call, { ok: m.done, failed: m.failed, inPlace: true }).then((outcome) => {
      if (outcome === 'accepted') onClose();
    });
  };
  return (
    <FormDialog
      title={m.limitsTitle(target.name)}
      busy={busy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          autoFocus
          type="number"
          label={m.parallel}
          value={parallel}
          onChange={(event) => setParallel(event.target.value)}
          slotProps={{ htmlInput: { min: 1, max: 16 } }}
        />
        <TextField
          type="number"
          label={m.gigabytes}
          value={gigabytes}
          onChange={(event) => setGigabytes(event.target.value)}
          slotProps={{ htmlInput: { min: 0, step: 'any' } }}
        />
        <TextField
          type="number"
          label={m.bandwidth}
          value={megabytes}
          onChange={(event) => setMegabytes(event.target.value)}
          slotProps={{ htmlInput: { min: 0, step: 'any' } }}
        />
      </Stack>
    </FormDialog>
  );
}
