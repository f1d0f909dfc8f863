import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { errorText, PersonFields, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { nextPath, signInPath } from '../session/signInPath';
import { AccountFields } from './AccountFields';
import { Entrance } from './Entrance';
import { TermsDialog } from './TermsDialog';
import { useRegistration } from './useRegistration';

/** Makes an account of one's own (portal specification, sections 2 and 5). */
export default function RegisterPage() {
  const m = useMessages();
  const notify = useNotice();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const form = useRegistration();
  const toSignIn = signInPath(nextPath(params.get('next')));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await form.send();
    if (outcome === 'incomplete') return notify(m.register.invalid, 'error', NOTIFICATION);
    if (outcome === 'noTerms') return notify(m.register.needTerms, 'warning');
    if (typeof outcome === 'object') {
      return notify(errorText(outcome.refused, m.register.failed), 'error', NOTIFICATION);
    }
    notify(outcome === 'waiting' ? m.register.waiting : m.register.done);
    navigate(toSignIn, { replace: true });
  };
  return (
    <Entrance title={m.register.title} width={640}>
      <Stack component="form" noValidate spacing={2} onSubmit={submit}>
        <AccountFields form={form} />
        <PersonFields
          person={form.person}
          faults={form.faults}
          complete
          onChange={form.setPerson}
        />
        <Terms accepted={form.terms} onChange={form.setTerms} />
        <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
          {m.register.submit}
        </Button>
        <Button component={Link} to={toSignIn}>
          {m.register.haveAccount}
        </Button>
      </Stack>
    </Entrance>
  );
}

function Terms({ accepted, onChange }: { accepted: boolean; onChange: (on: boolean) => void }) {
  const { register } = useMessages();
  const [reading, setReading] = useState(false);
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <FormControlLabel
        label={register.agree}
        control={<Checkbox checked={accepted} onChange={(_, on) => onChange(on)} />}
        sx={{ mr: 0.5 }}
      />
      <MuiLink component="button" type="button" onClick={() => setReading(true)}>
        {register.terms}
      </MuiLink>
      {reading && <TermsDialog onClose={() => setReading(false)} />}
    </Stack>
  );
}
