import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {
  api,
  ErrorState,
  type InboxSettings,
  Loading,
  type Me,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';

function Facts({ me }: { me: Me }) {
  const m = useMessages();
  const facts = [
    [m.account.loginName, me.loginName],
    [m.account.userName, me.userName],
    [m.account.role, m.role[me.role]],
    [m.account.unit, me.unit || '-'],
    [m.account.phone, me.phone || '-'],
  ];
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        columnGap: 3,
        rowGap: 1,
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </Box>
  );
}

const SETTINGS = ['inboxSettings'];

function MailSwitch() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => api.inbox.settings({ signal }),
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (settings: InboxSettings) => api.inbox.saveSettings(settings),
    onSuccess: (settings) => {
      client.setQueryData(SETTINGS, settings);
      notice(m.account.saved);
    },
    onError: (failure) => notice(failureText(m.account.saveFailed, failure), 'error'),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const on = isPending ? variables.mailNotices : data.mailNotices;
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={on}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': 'mail-hint' } }}
            onChange={(_, mailNotices) => mutate({ mailNotices })}
          />
        }
        label={m.account.mail}
        sx={{ ml: -0.5 }}
      />
      <FormHelperText id="mail-hint">{m.account.mailHint}</FormHelperText>
    </>
  );
}

/** Who is signed in, and how they are told. */
export default function AccountPage() {
  const m = useMessages();
  const { me } = useSession();
  if (me === null) return <Loading />;
  return (
    <Stack spacing={2} sx={{ maxWidth: 760 }}>
      <PageTitle parts={[m.account.title]} />
      <Typography variant="h1">{m.account.title}</Typography>
      <Panel title={m.account.facts}>
        <Facts me={me} />
      </Panel>
      <Panel title={m.account.notices}>
        <MailSwitch />
      </Panel>
    </Stack>
  );
}
