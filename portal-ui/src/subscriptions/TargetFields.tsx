import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type PushTarget,
  type TargetKind,
  type TargetSignIn,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { PublicKeys } from './PublicKeys';
import { usePageWords } from './usePageWords';

const KINDS = ['ftp', 'ftps', 'sftp', 's3'] as const satisfies readonly TargetKind[];
const SIGN_INS = ['password', 'key'] as const satisfies readonly TargetSignIn[];

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

/** Whether a key is signed in with. */
export const usesKey = (draft: TargetDraft): boolean =>
  draft.kind === 'sftp' && draft.signIn === 'key';

/** Whether the target keeps the key that everybody's targets shared before: where it is, and until its owner changes over. */
export const keepsSharedKey = (draft: TargetDraft, target: PushTarget | null): boolean =>
  draft.signInKey === 'installation' &&
  draft.address.trim() === target?.address &&
  draft.loginName.trim() === target.loginName;

type Props = {
  draft: TargetDraft;
  tried: boolean;
  /** Whether its key is the one that everybody's targets shared before. */
  isShared: boolean;
  /** Whether there is a secret that may stay. */
  kept: boolean;
  onChange: (part: Partial<TargetDraft>) => void;
};

/** What a target is. */
export function TargetFields({ draft, tried, isShared, kept, onChange }: Props) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const missing = (text: string) => tried && text.trim() === '';
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
        required
        label={m.targetName}
        value={draft.name}
        error={missing(draft.name)}
        helperText={missing(draft.name) ? m.needed : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      <TextField
        required
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
      {draft.kind === 'sftp' ? (
        <TextField
          select
          label={m.signIn}
          value={draft.signIn}
          helperText={m.hostKeyHint}
          onChange={(event) => onChange({ signIn: event.target.value as TargetSignIn })}
        >
          {SIGN_INS.map((way) => (
            <MenuItem key={way} value={way}>
              {m.signIns[way]}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {usesKey(draft) ? (
        <PublicKeys isShared={isShared} onChangeOver={() => onChange({ signInKey: 'person' })} />
      ) : (
        <SecretField draft={draft} tried={tried} kept={kept} onChange={onChange} />
      )}
      <TextField
        type="number"
        label={m.bandwidthMegabytes}
        value={draft.megabytes}
        helperText={m.bandwidthHint}
        onChange={(event) => onChange({ megabytes: event.target.value })}
        slotProps={{ htmlInput: { min: 0, step: 'any' } }}
      />
    </Stack>
  );
}

function SecretField({ draft, tried, kept, onChange }: Omit<Props, 'isShared'>) {
  const m = usePageWords();
  const missing = !kept && tried && draft.secret.trim() === '';
  return (
    <TextField
      type="password"
      required={!kept}
      label={m.secrets[draft.kind]}
      value={draft.secret}
      autoComplete="new-password"
      error={missing}
      helperText={missing ? m.needed : kept ? m.secretKept : undefined}
      onChange={(event) => onChange({ secret: event.target.value })}
    />
  );
}
