import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Overlay } from './Overlay';
import { useSessionTexts } from './texts';

/** Says that the server is being looked for. */
export function Reconnecting({ text }: { text: string }) {
  return (
    <Stack direction="row" spacing={1.5} role="status" sx={{ alignItems: 'center' }}>
      <CircularProgress size={20} aria-hidden />
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
    </Stack>
  );
}

/** An outage over the page of a guest, who has no password to give. */
export function Unreachable() {
  const t = useSessionTexts();
  return (
    <Overlay title={t.networkTitle}>
      <Stack spacing={2}>
        <Reconnecting text={t.reconnecting} />
        <Button variant="contained" autoFocus onClick={() => window.location.reload()}>
          {t.reload}
        </Button>
      </Stack>
    </Overlay>
  );
}
