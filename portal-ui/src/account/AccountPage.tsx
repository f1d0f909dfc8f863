import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  type InboxSettings,
  Loading,
  MailFields,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';
import { Panel } from '../parts/Panel';
import { useSession } from '../session/session';
import { PasswordPanel } from './PasswordPanel';
import { ProfilePanel } from './ProfilePanel';
import { ProviderPanel } from './ProviderPanel';
import { SecondFactorPanel } from './SecondFactorPanel';
import { SessionsPanel } from './SessionsPanel';

const SETTINGS = ['inboxSettings'];

function MailSwitch() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const query = useQuery({
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
  return (
    <QueryResult query={query}>
      {(settings) => (
        <>
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <MailFields
              settings={isPending ? variables : settings}
              busy={isPending}
              describedBy="mail-hint"
              onChange={mutate}
            />
          </Stack>
          <FormHelperText id="mail-hint">{m.account.mailHint}</FormHelperText>
        </>
      )}
    </QueryResult>
  );
}

/** Who is signed in, and how they are told. */
export default function AccountPage() {
  const m = useMessages();
  const { me } = useSession();
  if (me === null) return <Loading />;
  return (
    <Stack spacing={2} sx={{ maxWidth: 760, mx: 'auto' }}>
      <PageTitle parts={[m.account.title]} />
      <Typography variant="h1">{m.account.title}</Typography>
      <ProfilePanel me={me} />
      <Panel title={m.account.notices}>
        <MailSwitch />
      </Panel>
      <PasswordPanel me={me} />
      <SecondFactorPanel asksPassword={me.hasPassword} />
      <ProviderPanel />
      <SessionsPanel />
    </Stack>
  );
}
