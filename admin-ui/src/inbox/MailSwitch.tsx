import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { api, MailFields, useMessages } from '@scenedock/ui-kit';
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
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <MailFields
          settings={data}
          busy={busy}
          onChange={(settings) =>
            void run(() => api.inbox.saveSettings(settings), {
              ok: account.saved,
              failed: account.saveFailed,
            })
          }
        />
      </Stack>
    </Tooltip>
  );
}
