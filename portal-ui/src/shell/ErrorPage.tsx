import CloudOff from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ink,
  SingleSignOnLink,
  singleSignOn,
  tokens,
  useConfigQuery,
  useMessages,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { useSession } from '../session/session';
import { useOutageTexts } from './outage';
import { catalogueCheck, pathBefore } from './useCatalogueCheck';
import { useGoTo } from './useGoTo';

/** The catalogue does not answer: says what to do, and leads back to where one was on the way to. */
export default function ErrorPage() {
  const outage = useOutageTexts();
  return (
    <Stack sx={{ alignItems: 'center', gap: 1.5, py: 6, textAlign: 'center' }}>
      <PageTitle parts={[outage.title]} />
      <CloudOff sx={{ fontSize: tokens.icon.state, color: ink.bar }} />
      <Typography variant="h1">{outage.title}</Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 520 }}>
        {outage.hint}
      </Typography>
      <WaysOn />
    </Stack>
  );
}

/** What can be done here; where there is an identity provider, signing in there too. */
function WaysOn() {
  const m = useMessages();
  const outage = useOutageTexts();
  const client = useQueryClient();
  const goTo = useGoTo();
  const [params] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const before = pathBefore(params);
  useSentToProvider(before);
  const again = async () => {
    setBusy(true);
    const answers = await catalogueCheck(client);
    setBusy(false);
    setFailed(!answers);
    if (answers) goTo(before);
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        <Button variant="contained" loading={busy} onClick={() => void again()}>
          {m.common.retry}
        </Button>
        <SingleSignOnLink returnTo={before} variant="outlined" />
        <Button component={Link} to="/contactUs">
          {m.nav.contact}
        </Button>
      </Box>
      <Typography variant="body2" role="status">
        {failed && !busy ? outage.still : ''}
      </Typography>
    </>
  );
}

const SENT = 'scenedock.sentFromError';

/**
 * Where there is an identity provider, a guest whose catalogue does not answer is sent there (portal specification, section 2).
 * Once in a tab: the provider may send the guest back at once, and the catalogue may be away still. Nobody who is signed in: the
 * provider would lead them back at once, and so in a circle.
 */
function useSentToProvider(before: string): void {
  const { me, pending } = useSession();
  const hasProvider = Boolean(useConfigQuery().data?.singleSignOn);
  useEffect(() => {
    if (!hasProvider || pending || me !== null || sessionStorage.getItem(SENT) !== null) return;
    sessionStorage.setItem(SENT, '1');
    window.location.assign(singleSignOn.startAddress(before));
  }, [hasProvider, pending, me, before]);
}
