import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Duty, errorText, type Me, useMessages } from '@scenedock/ui-kit';
import { SecondFactorSetup } from '@scenedock/ui-kit/SecondFactorSetup';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';
import { NewCodes } from './NewCodes';
import { PasswordPanel } from './PasswordPanel';

type Props = {
  me: Me;
  duty: Duty;
  /** What this page stays for although it is done: recovery codes that are not noted yet. Null: it does not. */
  onStay: (duty: Duty | null) => void;
};

/** What somebody does before anything else. */
export default function DutyPage({ me, duty, onStay }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const { signOut } = useSession();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isNoted, setNoted] = useState(false);
  const stays = codes !== null && !isNoted;
  useEffect(() => {
    onStay(stays ? duty : null);
    return () => onStay(null);
  }, [stays, duty, onStay]);
  const settled = () => {
    setNoted(true);
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
          {codes === null ? (
            <SecondFactorSetup
              asksPassword={me.hasPassword}
              onRefused={(error) => notice(errorText(error, m.secondFactor.failed), 'error')}
              onCodes={setCodes}
            />
          ) : (
            <NewCodes codes={codes} onNoted={settled} />
          )}
        </Panel>
      )}
    </Stack>
  );
}
