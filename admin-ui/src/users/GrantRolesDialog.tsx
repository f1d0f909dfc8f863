import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import { api, type Faults, FormDialog, fieldFaults, type User } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { RolesField } from './RolesField';
import { USERS_TOPIC } from './useUsers';

interface GrantRolesDialogProps {
  user: User;
  onClose: () => void;
}

/** Gives somebody other roles. */
export function GrantRolesDialog({ user, onClose }: GrantRolesDialogProps) {
  const { roles: m, users } = useAdminMessages();
  const { run, busy } = useCall(USERS_TOPIC);
  // The list behind the dialog is read again: what somebody else gives meanwhile is not undone.
  const [before] = useState(() => user.roles.map(({ id }) => id));
  const [roles, setRoles] = useState(user.roles);
  const [faults, setFaults] = useState<Faults>({});
  const submit = async () => {
    const ids = roles.map(({ id }) => id);
    const grant = () =>
      api.users.grant(user.id, ids, before).catch((error) => {
        setFaults(fieldFaults(error));
        throw error;
      });
    if ((await run(grant, { ok: m.granted, failed: users.failed })) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.grantTitle(user.loginName)}
      wide
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2}>
        <DialogContentText>{m.grantHint}</DialogContentText>
        <RolesField roles={roles} fault={faults.roleIds} onChange={setRoles} />
      </Stack>
    </FormDialog>
  );
}
