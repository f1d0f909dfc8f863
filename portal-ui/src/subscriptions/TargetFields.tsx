import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { formatBytes, type PushTarget, type TargetSignIn, useConfig } from '@scenedock/ui-kit';
import { PublicKeys } from './PublicKeys';
import { TargetKindField } from './TargetKindField';
import { keepsSharedKey, type TargetDraft, usesKey } from './targetDraft';
import { usePageWords } from './usePageWords';

const SIGN_INS = ['password', 'key'] as const satisfies readonly TargetSignIn[];

type Props = {
  draft: TargetDraft;
  /** The target that is changed; null: a new one. */
  target: PushTarget | null;
  tried: boolean;
  /** Whether there is a secret that may stay. */
  kept: boolean;
  onChange: (part: Partial<TargetDraft>) => void;
};

/** What a target is. */
export function TargetFields(props: Props) {
  const { draft, target, tried, onChange } = props;
  const m = usePageWords();
  const { shelfDays, shelfBytes } = useConfig();
  const missing = tried && draft.name.trim() === '';
  return (
    <Stack sx={{ gap: 2, pt: 1 }}>
      <TargetKindField kind={draft.kind} target={target} onChange={(kind) => onChange({ kind })} />
      {draft.kind === 'shelf' ? (
        <Typography variant="body2" color="textSecondary">
          {m.shelfHint(shelfDays, formatBytes(shelfBytes))}
        </Typography>
      ) : null}
      <TextField
        autoFocus
        required
        label={m.targetName}
        value={draft.name}
        error={missing}
        helperText={missing ? m.needed : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 50 } }}
      />
      {draft.kind === 'shelf' ? null : <AddressFields {...props} kind={draft.kind} />}
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

/** Everywhere but on our own gateway. */
type ElsewhereProps = Props & { kind: Exclude<TargetDraft['kind'], 'shelf'> };

/** Where a target is, and how it is signed in to. */
function AddressFields(props: ElsewhereProps) {
  const { draft, kind, target, tried, onChange } = props;
  const m = usePageWords();
  return (
    <>
      <TextField
        required
        label={m.targetAddress}
        value={draft.address}
        error={tried && draft.address.trim() === ''}
        helperText={m.addressHints[kind]}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      {kind === 's3' ? (
        <TextField
          label={m.region}
          value={draft.region}
          onChange={(event) => onChange({ region: event.target.value })}
        />
      ) : null}
      <TextField
        label={m.loginNames[kind]}
        value={draft.loginName}
        autoComplete="off"
        onChange={(event) => onChange({ loginName: event.target.value })}
      />
      {kind === 'sftp' ? (
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
        <PublicKeys
          isShared={keepsSharedKey(draft, target)}
          onChangeOver={() => onChange({ signInKey: 'person' })}
        />
      ) : (
        <SecretField {...props} />
      )}
    </>
  );
}

function SecretField({ draft, kind, tried, kept, onChange }: ElsewhereProps) {
  const m = usePageWords();
  const missing = !kept && tried && draft.secret.trim() === '';
  return (
    <TextField
      type="password"
      required={!kept}
      label={m.secrets[kind]}
      value={draft.secret}
      autoComplete="new-password"
      error={missing}
      helperText={missing ? m.needed : kept ? m.secretKept : undefined}
      onChange={(event) => onChange({ secret: event.target.value })}
    />
  );
}
