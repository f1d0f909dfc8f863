import Alert from '@mui/material/Alert';
import type { SxProps, Theme } from '@mui/material/styles';
import { useMessages } from '../messages/LocaleProvider';

/** That no state secrets belong here, wherever papers are handed in; it stands there always, so nothing is announced. */
export function SecrecyNotice({ sx }: Readonly<{ sx?: SxProps<Theme> }>) {
  const m = useMessages();
  return (
    <Alert severity="error" role="note" {...(sx === undefined ? {} : { sx })}>
      <strong>{m.form.secretNotice}</strong>
    </Alert>
  );
}
