import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMessages } from '../messages/LocaleProvider';
import { CopyButton } from '../parts/CopyButton';

type Props = { codes: readonly string[]; onNoted: () => void };

/** Recovery codes, which are shown this once. */
export function RecoveryCodeList({ codes, onNoted }: Props) {
  const { secondFactor: m } = useMessages();
  return (
    <Stack spacing={2}>
      <Alert severity="warning">{m.noteCodes}</Alert>
      <Box
        component="ol"
        aria-label={m.recoveryCodes}
        sx={{ m: 0, pl: 4, columns: { xs: 1, sm: 2 }, maxWidth: 420, fontFamily: 'monospace' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <Button variant="contained" onClick={onNoted}>
          {m.noted}
        </Button>
        <CopyButton text={codes.join('\n')} label={m.copyCodes} />
      </Stack>
    </Stack>
  );
}
