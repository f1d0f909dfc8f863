import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Typography from '@mui/material/Typography';
import { usePageWords } from './usePageWords';

/** Two keys of one host: what it showed before, and what it shows now. */
export type Strange = { known: string; met: string };

/** What to look at before a host's new key is accepted. */
export function StrangeKey({ known, met }: Strange) {
  const m = usePageWords();
  const finger = (label: string, value: string) => (
    <>
      <Typography component="dt" variant="caption">
        {label}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, mb: 0.5, fontFamily: 'monospace', overflowWrap: 'anywhere' }}
      >
        {value}
      </Typography>
    </>
  );
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      <AlertTitle>{m.strangeTitle}</AlertTitle>
      {m.strangeText}
      <dl style={{ margin: '8px 0 0' }}>
        {finger(m.strangeKnown, known)}
        {finger(m.strangeMet, met)}
      </dl>
    </Alert>
  );
}
