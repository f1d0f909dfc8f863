import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { api, errorText, Loading, PersonFields, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { AccountFields } from './AccountFields';
import { SetUpFrame } from './SetUpFrame';
import { useSetUp } from './useSetUp';
import { useSetUpTexts } from './useSetUpTexts';

/** Makes the first administrator, with the link that the server prints at its first start. */
export default function SetUpPage() {
  const m = useSetUpTexts();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => hash.slice(1));
  const [done, setDone] = useState(false);
  useEffect(() => {
    // What opens the door does not stay in the address, nor in the history.
    if (hash !== '') navigate('/setup', { replace: true });
  }, [hash, navigate]);
  return (
    <SetUpFrame title={m.title}>
      {done ? <Done /> : token === '' ? <NoLink /> : <Link token={token} onDone={setDone} />}
    </SetUpFrame>
  );
}

function NoLink() {
  const m = useSetUpTexts();
  return <Alert severity="info">{m.noLink}</Alert>;
}

function Done() {
  const m = useSetUpTexts();
  return (
    <Stack spacing={2}>
      <Alert severity="success">{m.done}</Alert>
      <Button variant="contained" size="large" href="/admin/" fullWidth>
        {m.toBackOffice}
      </Button>
    </Stack>
  );
}

type FormProps = { token: string; onDone: (done: boolean) => void };

/** Whether the link can be used is asked before anybody fills in a form. */
function Link({ token, onDone }: FormProps) {
  const m = useSetUpTexts();
  const { isPending, error } = useQuery({
    queryKey: ['setUp', token],
    queryFn: async ({ signal }) => {
      await api.setUp.check(token, { signal });
      return true;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Loading />;
  if (error !== null) return <Alert severity="warning">{errorText(error, m.failed)}</Alert>;
  return <AdministratorForm token={token} onDone={onDone} />;
}

function AdministratorForm({ token, onDone }: FormProps) {
  const m = useMessages();
  const t = useSetUpTexts();
  const notify = useNotice();
  const form = useSetUp(token);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      if (await form.send()) onDone(true);
      else notify(m.register.invalid, 'error', NOTIFICATION);
    } catch (error) {
      notify(errorText(error, t.failed), 'error', NOTIFICATION);
    }
  };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <Typography variant="body2" color="textSecondary">
        {t.hint}
      </Typography>
      <AccountFields form={form} />
      <PersonFields
        person={form.person}
        faults={form.faults}
        complete={false}
        onChange={form.setPerson}
      />
      <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
        {t.submit}
      </Button>
    </Stack>
  );
}
