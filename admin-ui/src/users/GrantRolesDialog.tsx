import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import {
  api,
  type Faults,
  FormDialog,
  fieldFaults,
  type User,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
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
  const { common } = useMessages();
  const nameOf = useRoleName();
  const { run, busy, refusal } = useCall(USERS_TOPIC);
  // The list behind the dialog is read again: what somebody else gives meanwhile is not undone unseen.
  const [opened] = useState(user.roles);
  const wordsOf = (held: User['roles']) =>
    held.length === 0 ? m.none : held.map(nameOf).join(common.listComma);
  const next = useKeptText({ opened, now: user.roles, refusal, wordsOf });
  const [roles, setRoles] = useState(opened);
  const [faults, setFaults] = useState<Faults>({});
  const submit = async () => {
    const ids = roles.map(({ id }) => id);
    const before = (next.base ?? opened).map(({ id }) => id);
    const grant = () =>
      api.users.grant(user.id, ids, before).catch((error) => {
        setFaults(fieldFaults(error));
        throw error;
      });
    const texts = { ok: m.granted, failed: users.failed, inPlace: true };
    if ((await run(grant, texts)) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.grantTitle(user.loginName)}
      wide
      busy={busy}
      refusal={next.refusal}
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
