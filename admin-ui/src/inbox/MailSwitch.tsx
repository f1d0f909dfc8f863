import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { api, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../parts/useCall';

/** Whether notices come by mail as well. Absent until the server has said how it stands. */
export function MailSwitch() {
  const { account } = useMessages();
  const { run, busy } = useCall(['inboxSettings']);
  const { data } = useQuery({
    queryKey: ['inboxSettings'],
    queryFn: ({ signal }) => api.inbox.settings({ signal }),
  });
  if (!data) {
    return null;
  }
  return (
    <Tooltip title={account.mailHint} describeChild>
      <FormControlLabel
        label={account.mail}
        control={
          <Switch
            checked={data.mailNotices}
            disabled={busy}
            onChange={(_, mailNotices) =>
              void run(() => api.inbox.saveSettings({ mailNotices }), {
                ok: account.saved,
                failed: account.saveFailed,
              })
            }
          />
        }
        sx={{ mr: 0 }}
      />
    </Tooltip>
  );
}
