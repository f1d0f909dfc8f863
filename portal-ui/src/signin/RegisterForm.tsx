import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { errorText, fieldFaults, PersonFields, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useState } from 'react';
import { NOTIFICATION, useNotice } from '../parts/notice';
import { useEntrance } from '../session/useEntrance';
import { AccountFields } from './AccountFields';
import { TermsDialog } from './TermsDialog';
import { useRegistration } from './useRegistration';

/** The account that was just made, and whether an administrator lets it in first. */
export type Registered = { loginName: string; isWaiting: boolean };

/** Makes an account of one's own (portal specification, sections 2 and 5). */
export function RegisterForm({ onRegistered }: { onRegistered: (made: Registered) => void }) {
  const m = useMessages();
  const notify = useNotice();
  const { switchTo } = useEntrance();
  const form = useRegistration();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await form.send();
    if (outcome === 'incomplete') return notify(m.register.invalid, 'error', NOTIFICATION);
    if (outcome === 'noTerms') return notify(m.register.needTerms, 'warning');
    if (typeof outcome === 'object') {
      const { refused } = outcome;
      // Each field says in its own words what is wrong with it.
      const isOfFields = Object.keys(fieldFaults(refused)).length > 0;
      const words = isOfFields ? m.register.invalid : errorText(refused, m.register.failed);
      return notify(words, 'error', NOTIFICATION);
    }
    const isWaiting = outcome === 'waiting';
    notify(isWaiting ? m.register.waiting : m.register.done);
    onRegistered({ loginName: form.account.loginName.trim(), isWaiting });
    switchTo('signIn');
  };
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={submit}>
      <AccountFields form={form} />
      <PersonFields person={form.person} faults={form.faults} complete onChange={form.setPerson} />
      <Terms accepted={form.terms} onChange={form.setTerms} />
      <Button type="submit" variant="contained" size="large" loading={form.busy} fullWidth>
        {m.register.submit}
      </Button>
    </Stack>
  );
}

function Terms({ accepted, onChange }: { accepted: boolean; onChange: (on: boolean) => void }) {
  const { register } = useMessages();
  const [reading, setReading] = useState(false);
  return (
    // What has no room beside the box's label begins below the label, not below the box.
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', pl: '27px' }}>
      <FormControlLabel
        label={register.agree}
        control={<Checkbox checked={accepted} onChange={(_, on) => onChange(on)} />}
        sx={{ ml: '-38px', mr: 0.5 }}
      />
      <MuiLink
        component="button"
        type="button"
        onClick={() => setReading(true)}
        sx={{ textAlign: 'left' }}
      >
        {register.terms}
      </MuiLink>
      {reading && <TermsDialog onClose={() => setReading(false)} />}
    </Stack>
  );
}
