import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Duty, errorText, type Me, useMessages } from '@scenedock/ui-kit';
import { SecondFactorSetup } from '@scenedock/ui-kit/SecondFactorSetup';
import { useQueryClient } from '@tanstack/react-query';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';
import { PasswordPanel } from './PasswordPanel';

/** What somebody does before anything else. */
export default function DutyPage({ me, duty }: { me: Me; duty: Duty }) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const { signOut } = useSession();
  const settled = () => {
    notice(m.secondFactor.turnedOn);
    void client.invalidateQueries({ queryKey: ['me'] });
  };
  return (
    <Stack component="main" spacing={2} sx={{ maxWidth: 620, mx: 'auto', p: 2, pt: 6 }}>
      <PageTitle parts={[m.duty.title]} />
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
        <Typography variant="h1" sx={{ flex: 1 }}>
          {m.duty.title}
        </Typography>
        <Button onClick={() => void signOut()}>{m.duty.signOut}</Button>
      </Stack>
      <Typography>{m.duty[duty]}</Typography>
      {duty === 'change_password' ? (
        <PasswordPanel me={me} />
      ) : (
        <Panel title={m.secondFactor.title}>
          <SecondFactorSetup
            onRefused={(error) => notice(errorText(error, m.secondFactor.failed), 'error')}
            onDone={settled}
          />
        </Panel>
      )}
    </Stack>
  );
}
