import Stack from '@mui/material/Stack';
import {
  api,
  type Faults,
  FormDialog,
  fieldFaults,
  type Person,
  PersonFields,
  personFaults,
  type User,
  useAccountRules,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { useCall } from '../parts/useCall';
import { USERS_TOPIC } from './useUsers';

interface EditUserDialogProps {
  user: User;
  onClose: () => void;
}

/** Numbers that are masked still, as the form began with them. */
function maskedOf(person: Person, opened: Person) {
  return (['phoneMobile', 'idNumber'] as const).filter(
    (key) => person[key] === opened[key] && person[key].includes('*'),
  );
}

/** Numbers that are still masked are no faults. */
function withoutMasked(faults: Faults, masked: readonly string[]): Faults {
  return Object.fromEntries(Object.entries(faults).filter(([key]) => !masked.includes(key)));
}

/** Changes what is known of a person. Numbers are masked until they are asked for; masked ones stay what they are. */
export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const messages = useMessages();
  const { users: m } = useAdminMessages();
  const rules = useAccountRules();
  const { run, busy, refusal } = useCall(USERS_TOPIC);
  const wordsOf = usePersonWords();
  // The account may be read anew while the form is open.
  const [opened] = useState(user.person);
  const next = useKeptText({ opened, now: user.person, refusal, wordsOf });
  const [person, setPerson] = useState(opened);
  const [faults, setFaults] = useState<Faults>({});
  // Whoever places orders says where one is reached.
  const complete = user.role === 'applicant';
  const submit = async () => {
    const masked = maskedOf(person, opened);
    const found = withoutMasked(personFaults(person, complete, rules, messages), masked);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const personBefore = next.base ?? opened;
    // Sent back as it was read last, a masked number is not changed.
    const unchanged = Object.fromEntries(masked.map((key) => [key, personBefore[key]]));
    const change = () =>
      api.users.change(user.id, { ...person, ...unchanged, personBefore }).catch((error) => {
        setFaults(fieldFaults(error));
        throw error;
      });
    const texts = { ok: m.saved, failed: m.failed, inPlace: true };
    if ((await run(change, texts)) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.editTitle(user.loginName)}
      wide
      busy={busy}
      refusal={next.refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <PersonFields person={person} faults={faults} complete={complete} onChange={setPerson} />
      </Stack>
    </FormDialog>
  );
}

/** What is known of a person, as this form has it. */
function usePersonWords() {
  const { person: p } = useMessages();
  return ({ sex, ...texts }: Person) => {
    const sexName = sex === 0 || sex === 1 ? p.sexes[sex] : '';
    return [...Object.values(texts), sexName].filter(Boolean).join(' · ');
  };
}
