import Alert from '@mui/material/Alert';
import {
  ApiError,
  bytesOfMegabytes,
  errorText,
  FormDialog,
  megabytesOf,
  type PushTarget,
  pushTargets,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { type Strange, StrangeKey } from './StrangeKey';
import { TARGETS } from './SubscriptionFields';
import { keepsSharedKey, type TargetDraft, TargetFields, usesKey } from './TargetFields';
import { usePageWords } from './usePageWords';

type Props = { target: PushTarget | null; onClose: () => void };

/** Who was met in place of the host that is known; null: it went wrong otherwise, or not at all. */
function strangeOf(error: unknown): Strange | null {
  if (!(error instanceof ApiError) || error.code !== 'target_host_key_differs') return null;
  const { known, met } = error.params;
  return typeof known === 'string' && typeof met === 'string' ? { known, met } : null;
}

function draftOf(target: PushTarget | null): TargetDraft {
  return {
    kind: target?.kind ?? 'ftp',
    name: target?.name ?? '',
    address: target?.address ?? '',
    region: target?.region ?? '',
    loginName: target?.loginName ?? '',
    signIn: target?.signIn ?? 'password',
    signInKey: target?.signInKey ?? 'person',
    secret: '',
    megabytes: megabytesOf(target?.bytesPerSecond ?? null),
  };
}

/** A place that scenes are pushed to: tried out before it is saved. */
export function TargetDialog({ target, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(target));
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: (hostKey: string | null) => {
      const { secret, signIn, signInKey, megabytes, ...rest } = draft;
      const form = {
        ...rest,
        bytesPerSecond: bytesOfMegabytes(megabytes, target?.bytesPerSecond ?? null),
        signIn: usesKey(draft) ? signIn : 'password',
        ...(usesKey(draft) ? { signInKey } : {}),
        ...(secret === '' || usesKey(draft) ? {} : { secret }),
        ...(hostKey === null ? {} : { hostKey }),
      };
      return target === null ? pushTargets.create(form) : pushTargets.change(target.id, form);
    },
    onSuccess: () => {
      notice(m.targetSaved);
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
  const complete =
    draft.name.trim() !== '' &&
    draft.address.trim() !== '' &&
    (usesKey(draft) || hasSecret || draft.secret !== '');
  const submit = () => {
    setTried(true);
    if (complete) save.mutate(strange?.met ?? null);
  };
  return (
    <FormDialog
      wide
      title={m.targetTitle(target?.name ?? null)}
      confirm={strange === null ? m.targetSave : m.strangeAccept}
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
        tried={tried}
        isShared={keepsSharedKey(draft, target)}
        kept={hasSecret}
        onChange={(part) => {
          setDraft((before) => ({ ...before, ...part }));
          save.reset();
        }}
      />
    </FormDialog>
  );
}
