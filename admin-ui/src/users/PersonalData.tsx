import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { api, type PersonalData as Data, Facts, type User, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

/** Not read anew: each look is kept. */
const AUDIT_TOPIC = ['audit'] as const;

/** Telephone and identity numbers, masked until whoever manages users asks for them. */
export function PersonalData({ user }: { user: User }) {
  const { person: p } = useMessages();
  const { users: m } = useAdminMessages();
  const { run, busy } = useCall(AUDIT_TOPIC);
  const [data, setData] = useState<Data | null>(null);
  const open = async () => setData(await api.users.openPersonalData(user.id));
  const { phoneMobile, phoneWork, idNumber } = user.person;
  if (phoneMobile + phoneWork + idNumber === '') return null;
  if (data === null) {
    return (
      <Button
        variant="outlined"
        sx={{ mt: 1.5 }}
        disabled={busy}
        onClick={() => void run(open, { failed: m.failed })}
      >
        {m.openPersonalData}
      </Button>
    );
  }
  return (
    <>
      <Facts
        facts={[
          [p.phoneMobile, data.phoneMobile],
          [p.phoneWork, data.phoneWork],
          [p.idNumber, data.idNumber],
        ]}
      />
      <Typography variant="body2" color="textSecondary">
        {m.openedPersonalData}
      </Typography>
    </>
  );
}
