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
import { useCall } from '../parts/useCall';
import { USERS_TOPIC } from './useUsers';

interface EditUserDialogProps {
  user: User;
  onClose: () => void;
}

/** Numbers that are still masked are no faults. */
function withoutMasked(faults: Faults, person: Person, before: Person): Faults {
  const isMasked = (key: 'phoneMobile' | 'idNumber') =>
    person[key] === before[key] && person[key].includes('*');
  const masked: readonly string[] = (['phoneMobile', 'idNumber'] as const).filter(isMasked);
  return Object.fromEntries(Object.entries(faults).filter(([key]) => !masked.includes(key)));
}

/** Changes what is known of a person. Numbers are masked until they are asked for; masked ones stay what they are. */
export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const messages = useMessages();
  const { users: m } = useAdminMessages();
  const rules = useAccountRules();
  const { run, busy } = useCall(USERS_TOPIC);
  // As it was when this form was opened: the account may be read anew meanwhile.
  const [personBefore] = useState(user.person);
  const [person, setPerson] = useState(personBefore);
  const [faults, setFaults] = useState<Faults>({});
  // Whoever places orders says where one is reached.
  const complete = user.role === 'applicant';
  const submit = async () => {
    // Sent back as it was shown, a number is not changed.
    const found = withoutMasked(
      personFaults(person, complete, rules, messages),
      person,
      personBefore,
    );
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const change = () =>
      api.users.change(user.id, { ...person, personBefore }).catch((error) => {
        setFaults(fieldFaults(error));
        throw error;
      });
    if ((await run(change, { ok: m.saved, failed: m.failed })) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.editTitle(user.loginName)}
      wide
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <PersonFields person={person} faults={faults} complete={complete} onChange={setPerson} />
      </Stack>
    </FormDialog>
  );
}
