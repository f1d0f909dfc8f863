import {
  bytesOfMegabytes,
  megabytesOf,
  type PushTarget,
  type PushTargetForm,
  type TargetKind,
  type TargetSignIn,
} from '@scenedock/ui-kit';

/** A target as it is typed. */
export type TargetDraft = {
  kind: TargetKind;
  name: string;
  address: string;
  region: string;
  loginName: string;
  signIn: TargetSignIn;
  signInKey: NonNullable<PushTarget['signInKey']>;
  secret: string;
  /** Megabytes a second; empty: no limit. */
  megabytes: string;
};

export function draftOf(target: PushTarget | null, kind: TargetKind): TargetDraft {
  return {
    kind: target?.kind ?? kind,
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

/** Whether a key is signed in with. */
export const usesKey = (draft: TargetDraft): boolean =>
  draft.kind === 'sftp' && draft.signIn === 'key';

/** Whether the target keeps the key that everybody's targets shared before: where it is, and until its owner changes over. */
export const keepsSharedKey = (draft: TargetDraft, target: PushTarget | null): boolean =>
  draft.signInKey === 'installation' &&
  draft.address.trim() === target?.address &&
  draft.loginName.trim() === target.loginName;

/** Whether it can be saved; `hasSecret`: there is one that may stay. */
export function isComplete(draft: TargetDraft, hasSecret: boolean): boolean {
  if (draft.name.trim() === '') return false;
  if (draft.kind === 'shelf') return true;
  return draft.address.trim() !== '' && (usesKey(draft) || hasSecret || draft.secret !== '');
}

/** What is saved. A shelf is nowhere else, and nobody signs in there to write. */
export function formOf(
  draft: TargetDraft,
  target: PushTarget | null,
  hostKey: string | null,
): PushTargetForm {
  const { kind, name, secret, signIn, signInKey, megabytes, ...elsewhere } = draft;
  const bytesPerSecond = bytesOfMegabytes(megabytes, target?.bytesPerSecond ?? null);
  if (kind === 'shelf') return { kind, name, bytesPerSecond };
  return {
    ...{ kind, name, bytesPerSecond, ...elsewhere },
    signIn: usesKey(draft) ? signIn : 'password',
    ...(usesKey(draft) ? { signInKey } : {}),
    ...(secret === '' || usesKey(draft) ? {} : { secret }),
    ...(hostKey === null ? {} : { hostKey }),
  };
}
