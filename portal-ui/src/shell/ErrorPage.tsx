import CloudOff from '@mui/icons-material/CloudOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ink, useMessages } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { useOutageTexts } from './outage';
import { catalogueCheck, pathBefore } from './useCatalogueCheck';

/** The catalogue does not answer: says what to do, and leads back to where one was on the way to. */
export default function ErrorPage() {
  const outage = useOutageTexts();
  return (
    <Stack sx={{ alignItems: 'center', gap: 1.5, py: 6, textAlign: 'center' }}>
      <PageTitle parts={[outage.title]} />
      <CloudOff sx={{ fontSize: 48, color: ink.bar }} />
      <Typography variant="h1">{outage.title}</Typography>
      <Typography color="textSecondary" sx={{ maxWidth: 520 }}>
        {outage.hint}
      </Typography>
      <WaysOn />
    </Stack>
  );
}

/** What can be done here. An installation with single sign-on offers its sign-in in this place. */
function WaysOn() {
  const m = useMessages();
  const outage = useOutageTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const again = async () => {
    setBusy(true);
    const answers = await catalogueCheck(client);
    setBusy(false);
    setFailed(!answers);
    if (answers) navigate(pathBefore(params), { replace: true });
  };
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        <Button variant="contained" loading={busy} onClick={() => void again()}>
          {m.common.retry}
        </Button>
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
