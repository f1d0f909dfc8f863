import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  accountFaults,
  api,
  type Faults,
  FIELD_GRID,
  FormDialog,
  fieldFaults,
  NOBODY,
  PersonFields,
  personFaults,
  type Role,
  useAccountRules,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { generatedPassword } from './generatedPassword';
import { PasswordField } from './PasswordField';
import { RoleField } from './RoleField';
import { USERS_TOPIC } from './useUsers';

/** Makes an account of any role; its password is told to the person by hand. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const { users: m } = useAdminMessages();
  const rules = useAccountRules();
  const { run, busy } = useCall(USERS_TOPIC);
  const [loginName, setLoginName] = useState('');
  const [password, setPassword] = useState(generatedPassword);
  const [role, setRole] = useState<Role>('applicant');
  const [person, setPerson] = useState(NOBODY);
  const [faults, setFaults] = useState<Faults>({});
  const complete = role === 'applicant';
  const submit = async () => {
    const found = {
      ...accountFaults({ loginName, password, confirm: password }, rules, messages),
      ...personFaults(person, complete, rules, messages),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const create = () =>
      api.users
        .create({ loginName: loginName.trim(), password, role, ...person })
        .catch((error) => {
          setFaults(fieldFaults(error));
          throw error;
        });
    const texts = { ok: m.added, failed: m.failed };
    if ((await run(create, texts)) === 'accepted') onClose();
  };
  return (
    <FormDialog title={m.add} wide busy={busy} onSubmit={() => void submit()} onClose={onClose}>
      <Stack spacing={2} sx={{ mt: 1 }}>
        <Box sx={FIELD_GRID}>
          <TextField
            label={m.loginName}
            value={loginName}
            onChange={(event) => setLoginName(event.target.value)}
            error={faults.loginName !== undefined}
            helperText={faults.loginName ?? messages.register.loginNameHint}
            autoComplete="off"
            required
            autoFocus
            fullWidth
          />
          <RoleField role={role} onChange={setRole} />
        </Box>
        <PasswordField
          label={m.firstPassword}
          value={password}
          fault={faults.password}
          onChange={setPassword}
        />
        <PersonFields person={person} faults={faults} complete={complete} onChange={setPerson} />
      </Stack>
    </FormDialog>
  );
}
