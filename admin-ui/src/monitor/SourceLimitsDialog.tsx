import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type ArchiveSource,
  bytesOfMegabytes,
  FormDialog,
  megabytesOf,
  operations,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

/** 64 KB: the server takes none that is lower. */
const LEAST_RATE = 64 * 1024;

interface SourceLimitsDialogProps {
  source: ArchiveSource;
  onClose: () => void;
}

/** How much of the slots a source may have, empty: the usual share; and how fast it may be read, empty: as fast as it gives. */
export function SourceLimitsDialog({ source, onClose }: SourceLimitsDialogProps) {
  const { monitor: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(MONITOR_TOPIC);
  const [percent, setPercent] = useState(source.share === null ? '' : String(source.share));
  const [megabytes, setMegabytes] = useState(megabytesOf(source.bytesPerSecond));
  const bytesPerSecond = bytesOfMegabytes(megabytes, source.bytesPerSecond);
  const isShare =
    percent === '' || (/^\d{1,3}$/.test(percent) && Number(percent) >= 1 && Number(percent) <= 100);
  const isRate = bytesPerSecond === null || bytesPerSecond >= LEAST_RATE;
  const hints = [isShare ? [] : m.shareHint, isRate ? [] : m.bandwidthHint].flat();
  const save = async () => {
    const limits = { share: percent === '' ? null : Number(percent), bytesPerSecond };
    const texts = { ok: m.limitsSaved, failed: m.limitsFailed, inPlace: true };
    const outcome = await run(() => operations.setSourceLimits(source.id, limits), texts);
    if (outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.changeLimitsOf(source.name)}
      confirm={m.changeLimits}
      blocked={hints[0]}
      busy={busy}
      refusal={refusal}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          label={m.share}
          value={percent}
          onChange={({ target }) => setPercent(target.value.trim())}
          error={!isShare}
          helperText={m.shareHint}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
          autoFocus
          fullWidth
        />
        <TextField
          label={m.bandwidthLimit}
          value={megabytes}
          onChange={({ target }) => setMegabytes(target.value.trim())}
          error={!isRate}
          helperText={m.bandwidthHint}
          slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 12 } }}
          fullWidth
        />
      </Stack>
    </FormDialog>
  );
}

const MONITOR_TOPIC = ['monitor'] as const;
