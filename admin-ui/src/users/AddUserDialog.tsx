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
  type RoleName,
  useAccountRules,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { generatedPassword } from './generatedPassword';
import { PasswordField } from './PasswordField';
import { RolesField } from './RolesField';
import { USERS_TOPIC } from './useUsers';

/** Makes an account; its password is told to the person by hand. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const { users: m } = useAdminMessages();
  const rules = useAccountRules();
  const { run, busy } = useCall(USERS_TOPIC);
  const [loginName, setLoginName] = useState('');
  const [password, setPassword] = useState(generatedPassword);
  const [roles, setRoles] = useState<RoleName[]>([{ id: 'applicant', name: '' }]);
  const [person, setPerson] = useState(NOBODY);
  const [faults, setFaults] = useState<Faults>({});
  const complete = roles.some(({ id }) => id === 'applicant');
  const mayGrant = useMay('/role/grant');
  const submit = async () => {
    const found = {
      ...accountFaults({ loginName, password, confirm: password }, rules, messages),
      ...personFaults(person, complete, rules, messages),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const create = () =>
      api.users
        .create({
          loginName: loginName.trim(),
          password,
          roleIds: roles.map(({ id }) => id),
          ...person,
        })
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
          {mayGrant && <RolesField roles={roles} fault={faults.roleIds} onChange={setRoles} />}
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
