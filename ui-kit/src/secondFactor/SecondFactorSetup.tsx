import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { fieldFaults } from '../api/client';
import { api } from '../api/endpoints';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';
import { QueryResult } from '../parts/States';
import { tokens } from '../tokens';

/** Pixels of the QR code: apps read it from a screen at arm's length. */
const QR_SIZE = 192;

type Props = {
  onRefused: (error: unknown) => void;
  /** The factor is on; its recovery codes are told this once. */
  onCodes: (codes: readonly string[]) => void;
  onCancel?: () => void;
};

/** Shows the secret to an app, and takes one code of it. */
export function SecondFactorSetup({ onRefused, onCodes, onCancel }: Props) {
  const { secondFactor: m } = useMessages();
  const query = useQuery({
    // Every time it is opened the server makes another secret.
    queryKey: ['secondFactorSetup'],
    queryFn: () => api.auth.beginSecondFactor(),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <QueryResult query={query}>
      {({ secret, uri }) => (
        <Stack spacing={2}>
          <Typography>{m.scan}</Typography>
          <Box sx={{ alignSelf: 'flex-start', p: 1, bgcolor: tokens.paper.ground }}>
            <QRCodeSVG
              value={uri}
              size={QR_SIZE}
              marginSize={2}
              fgColor={tokens.paper.text}
              bgColor={tokens.paper.ground}
              title={m.qrTitle}
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
          <ConfirmForm onRefused={onRefused} onCodes={onCodes} onCancel={onCancel} />
        </Stack>
      )}
    </QueryResult>
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
