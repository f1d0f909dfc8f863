import Alert from '@mui/material/Alert';
import type { SxProps, Theme } from '@mui/material/styles';
import { useMessages } from '../messages/LocaleProvider';

/** Warns, wherever papers are uploaded, that no state secrets belong here. Always visible, so not a live region. */
export function SecrecyNotice({ sx }: Readonly<{ sx?: SxProps<Theme> }>) {
  const m = useMessages();
  return (
    <Alert severity="error" role="note" {...(sx === undefined ? {} : { sx })}>
      <strong>{m.form.secretNotice}</strong>
    </Alert>
  );
}
