import Alert from '@mui/material/Alert';
import {
  ApiError,
  errorText,
  FormDialog,
  type PushTarget,
  pushTargets,
  type TargetKind,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { type Strange, StrangeKey } from './StrangeKey';
import { TargetFields } from './TargetFields';
import { draftOf, formOf, isComplete } from './targetDraft';
import { usePageWords } from './usePageWords';
import { TARGETS } from './useTargets';

type Props = {
  target: PushTarget | null;
  /** What a new one is until something else is chosen. */
  kind?: TargetKind;
  /** Hears of what was saved, before the dialog closes. */
  onSaved?: (saved: PushTarget) => void;
  onClose: () => void;
};

/** Who was met in place of the host that is known; null: it went wrong otherwise, or not at all. */
function strangeOf(error: unknown): Strange | null {
  if (!(error instanceof ApiError) || error.code !== 'target_host_key_differs') return null;
  const { known, met } = error.params;
  return typeof known === 'string' && typeof met === 'string' ? { known, met } : null;
}

/** A place that scenes are pushed to: tried out before it is saved, unless it is our own. */
export function TargetDialog({ target, kind = 'ftp', onSaved, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(target, kind));
  const [tried, setTried] = useState(false);
  const isShelf = draft.kind === 'shelf';
  const save = useMutation({
    mutationFn: (hostKey: string | null) => {
      const form = formOf(draft, target, hostKey);
      return target === null ? pushTargets.create(form) : pushTargets.change(target.id, form);
    },
    onSuccess: (saved) => {
      notice(isShelf ? m.shelfSaved : m.targetSaved);
      onSaved?.(saved);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: TARGETS }),
  });
  const offered = target?.offeredHostKey ?? null;
  const isSameHost = draft.kind === target?.kind && draft.address === target.address;
  const resting =
    offered !== null && isSameHost && save.isIdle
      ? { known: target.hostKey ?? '', met: offered }
      : null;
  const strange = strangeOf(save.error) ?? resting;
  const hasSecret = target !== null && target.signIn === 'password';
  const submit = () => {
    setTried(true);
    if (isComplete(draft, hasSecret)) save.mutate(strange?.met ?? null);
  };
  return (
    <FormDialog
      wide
      title={m.targetTitle(target?.name ?? null)}
      confirm={strange !== null ? m.strangeAccept : isShelf ? m.shelfSave : m.targetSave}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {strange === null ? null : <StrangeKey {...strange} />}
      {save.error === null || strange !== null ? null : (
        <Alert severity="error" sx={{ mb: 1 }}>
          {errorText(save.error, m.failed)}
        </Alert>
      )}
      <TargetFields
        draft={draft}
        target={target}
        tried={tried}
        kept={hasSecret}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          save.reset();
        }}
      />
    </FormDialog>
  );
}
