import DialogContentText from '@mui/material/DialogContentText';
import { FormDialog, type ScopeGrant, scopeGrants } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { useGrantWords } from './useGrantWords';
import { SCOPES_TOPIC } from './useScopes';

/** Takes a grant back. */
export function RevokeDialog({ grant, onClose }: { grant: ScopeGrant; onClose: () => void }) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const { run, busy } = useCall(SCOPES_TOPIC);
  const submit = async () => {
    const revoked = run(() => scopeGrants.revoke(grant.id), { ok: m.revoked, failed: m.failed });
    if ((await revoked) !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={m.revokeTitle}
      destructive
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DialogContentText>{m.revokeConfirm(nameOf(grant))}</DialogContentText>
    </FormDialog>
  );
}
