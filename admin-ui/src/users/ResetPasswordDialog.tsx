import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import {
  api,
  FormDialog,
  fieldFaults,
  passwordFaults,
  type User,
  useAccountRules,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { generatedPassword } from './generatedPassword';
import { PasswordField } from './PasswordField';
import { USERS_TOPIC, useProviderLinks } from './useUsers';

/** Gives somebody a new password who has lost the old one. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const messages = useMessages();
  const { users: m } = useAdminMessages();
  const rules = useAccountRules();
  const { run, busy } = useCall(USERS_TOPIC);
  const { data: links, isError: linksUnknown } = useProviderLinks(user.id);
  const isLinked = links !== undefined && links.items.length > 0;
  const [password, setPassword] = useState(generatedPassword);
  const [fault, setFault] = useState<string | undefined>();
  const submit = async () => {
    const found = passwordFaults(password, password, rules, messages).password;
    setFault(found);
    if (found !== undefined) return;
    const reset = () =>
      api.users.resetPassword(user.id, password).catch((error) => {
        setFault(fieldFaults(error).password);
        throw error;
      });
    if ((await run(reset, { ok: m.saved, failed: m.failed })) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.resetTitle(user.loginName)}
      confirm={m.resetPassword}
      wide
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DialogContentText color="textPrimary" sx={{ mb: 2 }}>
        {m.resetHint}
      </DialogContentText>
      {isLinked && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {m.resetKeepsLinks}
        </Alert>
      )}
      {linksUnknown && !isLinked && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {m.linksUnknown}
        </Alert>
      )}
      <PasswordField label={m.password} value={password} fault={fault} onChange={setPassword} />
    </FormDialog>
  );
}
