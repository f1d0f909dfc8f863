import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { directory, FormDialog, type WithdrawalPreview } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { TREE_TOPIC } from './useDirectory';
import { WithdrawalEffect } from './WithdrawalEffect';

/** Takes scenes out of the catalogue: first it is said what that touches, then it is done. */
export function WithdrawDialog({ onClose }: { onClose: () => void }) {
  const { directory: d } = useAdminMessages();
  const m = d.withdrawal;
  const notify = useNotify();
  const { run, busy, refusal } = useCall(TREE_TOPIC);
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [preview, setPreview] = useState<WithdrawalPreview | null>(null);
  const [tried, setTried] = useState(false);
  const ids = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const change = (next: string) => {
    setText(next);
    // What was read is about other scenes.
    setPreview(null);
  };
  const look = () =>
    run(async () => setPreview(await directory.previewWithdrawal(ids)), {
      failed: d.failed,
      inPlace: true,
    });
  const withdraw = async () => {
    const outcome = await run(
      async () => {
        const done = await directory.withdraw(ids, reason.trim());
        notify(m.done(done.scenes, done.toTell), { type: 'success' });
      },
      { failed: d.failed, inPlace: true },
    );
    if (outcome === 'accepted') onClose();
  };
  const submit = () => {
    setTried(true);
    if (ids.length === 0 || reason.trim() === '') return;
    void (preview === null ? look() : withdraw());
  };
  return (
    <FormDialog
      title={m.title}
      wide
      destructive={preview !== null}
      confirm={preview === null ? m.look : m.confirm(preview.scenes)}
      blocked={preview?.scenes === 0 ? m.none : undefined}
      busy={busy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>{m.hint}</DialogContentText>
      <Stack sx={{ gap: 2 }}>
        <TextField
          autoFocus
          multiline
          minRows={4}
          maxRows={10}
          label={m.ids}
          value={text}
          error={tried && ids.length === 0}
          helperText={tried && ids.length === 0 ? m.idsNeeded : undefined}
          onChange={(event) => change(event.target.value)}
        />
        <TextField
          label={m.reason}
          value={reason}
          error={tried && reason.trim() === ''}
          helperText={tried && reason.trim() === '' ? m.reasonNeeded : undefined}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        {preview === null ? null : <WithdrawalEffect preview={preview} />}
      </Stack>
    </FormDialog>
  );
}
