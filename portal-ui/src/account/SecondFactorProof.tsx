import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { errorText, FormDialog, fieldFaults, useMessages } from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';

type Proof = { password: string; code: string };

type Props = {
  title: string;
  hint: string;
  withPassword?: boolean;
  /** Does what was to be proved; what the server refuses is told here. */
  onProved: (proof: Proof) => Promise<void>;
  onClose: () => void;
};

/** Asks for a code, and for the password where that is not enough. */
export function SecondFactorProof({ title, hint, withPassword, onProved, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const [proof, setProof] = useState<Proof>({ password: '', code: '' });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onProved({ ...proof, code: proof.code.trim() }),
    onError: (failure) => notice(errorText(failure, m.secondFactor.failed), 'error'),
  });
  const faults = fieldFaults(error);
  const field = (key: keyof Proof) => ({
    value: proof[key],
    error: faults[key] !== undefined,
    helperText: faults[key],
    onChange: (event: { target: { value: string } }) =>
      setProof((old) => ({ ...old, [key]: event.target.value })),
    required: true,
    fullWidth: true,
    margin: 'dense' as const,
  });
  return (
    <FormDialog title={title} busy={isPending} onSubmit={() => mutate()} onClose={onClose}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {hint}
      </Typography>
      {withPassword && (
        <TextField
          type="password"
          label={m.auth.password}
          autoComplete="current-password"
          {...field('password')}
        />
      )}
      <TextField
        label={m.secondFactor.code}
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { maxLength: 20 } }}
        {...field('code')}
      />
    </FormDialog>
  );
}
