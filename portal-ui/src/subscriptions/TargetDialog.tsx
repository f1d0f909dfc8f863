import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  errorText,
  FormDialog,
  type PushTarget,
  pushTargets,
  type TargetKind,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { TARGETS } from './SubscriptionFields';
import { usePageWords } from './usePageWords';

const KINDS = ['ftp', 'ftps', 's3'] as const satisfies readonly TargetKind[];

type Draft = {
  kind: TargetKind;
  name: string;
  address: string;
  region: string;
  loginName: string;
  secret: string;
};

type Props = { target: PushTarget | null; onClose: () => void };

/** A place that scenes are pushed to: tried out before it is saved. */
export function TargetDialog({ target, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    kind: target?.kind ?? 'ftp',
    name: target?.name ?? '',
    address: target?.address ?? '',
    region: target?.region ?? '',
    loginName: target?.loginName ?? '',
    secret: '',
  });
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const { secret, ...rest } = draft;
      const form = secret === '' ? rest : draft;
      return target === null ? pushTargets.create(form) : pushTargets.change(target.id, form);
    },
    onSuccess: () => {
      notice(m.targetSaved);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: TARGETS }),
  });
  const complete =
    draft.name.trim() !== '' &&
    draft.address.trim() !== '' &&
    (target !== null || draft.secret !== '');
  const submit = () => {
    setTried(true);
    if (complete) save.mutate();
  };
  return (
    <FormDialog
      wide
      title={m.targetTitle(target?.name ?? null)}
      confirm={m.targetSave}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {save.error === null ? null : (
        <Alert severity="error" sx={{ mb: 1 }}>
          {errorText(save.error, m.failed)}
        </Alert>
      )}
      <TargetFields
        draft={draft}
        tried={tried}
        kept={target !== null}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          save.reset();
        }}
      />
    </FormDialog>
  );
}

type FieldsProps = {
  draft: Draft;
  tried: boolean;
  /** Whether there is a secret that may stay. */
  kept: boolean;
  onChange: (part: Partial<Draft>) => void;
};

function TargetFields({ draft, tried, kept, onChange }: FieldsProps) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const missing = (text: string) => tried && text.trim() === '';
  const secretMissing = !kept && missing(draft.secret);
  return (
    <Stack sx={{ gap: 2, pt: 1 }}>
      <TextField
        select
        label={m.targetKind}
        value={draft.kind}
        onChange={(event) => onChange({ kind: event.target.value as TargetKind })}
      >
        {KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {w.kinds[kind]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        autoFocus
        label={m.targetName}
        value={draft.name}
        error={missing(draft.name)}
        helperText={missing(draft.name) ? m.needed : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      <TextField
        label={m.targetAddress}
        value={draft.address}
        error={missing(draft.address)}
        helperText={m.addressHints[draft.kind]}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      {draft.kind === 's3' ? (
        <TextField
          label={m.region}
          value={draft.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
      ) : null}
      <TextField
        label={m.loginNames[draft.kind]}
        value={draft.loginName}
        autoComplete="off"
        onChange={(event) => onChange({ loginName: event.target.value })}
      />
      <TextField
        type="password"
        label={m.secrets[draft.kind]}
        value={draft.secret}
        autoComplete="new-password"
        error={secretMissing}
        helperText={secretMissing ? m.needed : kept ? m.secretKept : undefined}
        onChange={(event) => onChange({ secret: event.target.value })}
      />
    </Stack>
  );
}
