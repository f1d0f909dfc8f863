import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { fieldFaults } from '../api/client';
import { api } from '../api/endpoints';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { tokens } from '../tokens';

/** Pixels of the QR code: apps read it from a screen at arm's length. */
const QR_SIZE = 192;

type Setup = Awaited<ReturnType<typeof api.auth.beginSecondFactor>>;

type Props = {
  /** The person has a password, which is asked for first. */
  asksPassword: boolean;
  onRefused: (error: unknown) => void;
  /** The factor is on; its recovery codes are told this once. */
  onCodes: (codes: readonly string[]) => void;
  onCancel?: () => void;
};

/** Asks for the password, shows the secret to an app, and takes one code of it. */
export function SecondFactorSetup({ asksPassword, onRefused, onCodes, onCancel }: Props) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const refusable = { onRefused, onCancel };
  if (setup === null) {
    return <BeginForm asksPassword={asksPassword} onBegun={setSetup} {...refusable} />;
  }
  return (
    <Stack spacing={2}>
      <Secret setup={setup} />
      <ConfirmForm onCodes={onCodes} {...refusable} />
    </Stack>
  );
}

function Secret({ setup: { secret, uri } }: { setup: Setup }) {
  const { secondFactor: m } = useMessages();
  return (
    <>
      <Typography>{m.scan}</Typography>
      <Box sx={{ alignSelf: 'flex-start', p: 1, bgcolor: tokens.paper.ground }}>
        <QRCodeSVG
          value={uri}
          size={QR_SIZE}
          marginSize={2}
          fgColor={tokens.paper.text}
          bgColor={tokens.paper.ground}
          title={m.qrTitle}
          style={{ display: 'block' }}
        />
      </Box>
      <div>
        <Typography variant="body2" color="textSecondary">
          {m.type}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography component="code" sx={{ fontFamily: 'monospace', wordBreak: 'break-all' }}>
            {secret.match(/.{1,4}/g)?.join(' ')}
          </Typography>
          <CopyButton text={secret} label={m.copySecret} />
        </Stack>
      </div>
    </>
  );
}

type BeginProps = Pick<Props, 'asksPassword' | 'onRefused' | 'onCancel'> & {
  onBegun: (setup: Setup) => void;
};

/** Every time it is sent the server makes another secret. */
function BeginForm({ asksPassword, onBegun, onRefused, onCancel }: BeginProps) {
  const { auth, secondFactor: m, common } = useMessages();
  const [password, setPassword] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.auth.beginSecondFactor(password),
    onSuccess: onBegun,
    onError: onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const fault = fieldFaults(error).password;
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit} sx={{ maxWidth: 320 }}>
      {asksPassword && (
        <TextField
          type="password"
          label={auth.password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          error={fault !== undefined}
          helperText={fault ?? m.passwordFirst}
          required
          fullWidth
        />
      )}
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" loading={isPending}>
          {m.next}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      </Stack>
    </Stack>
  );
}

type ConfirmProps = Pick<Props, 'onRefused' | 'onCodes' | 'onCancel'>;

function ConfirmForm({ onRefused, onCodes, onCancel }: ConfirmProps) {
  const { secondFactor: m, common } = useMessages();
  const [code, setCode] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.auth.confirmSecondFactor({ code: code.trim() }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: onRefused,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  const fault = fieldFaults(error).code;
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit} sx={{ maxWidth: 320 }}>
      <TextField
        label={m.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="one-time-code"
        error={fault !== undefined}
        helperText={fault ?? m.codeHint}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 10 } }}
        required
        fullWidth
      />
      <Stack direction="row" spacing={1}>
        <Button type="submit" variant="contained" loading={isPending}>
          {m.turnOn}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common.cancel}</Button>}
      </Stack>
    </Stack>
  );
}
