import DialogContentText from '@mui/material/DialogContentText';
import { FormDialog, type ScopeGrant } from '@scenedock/ui-kit';
import { useDataProvider } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { useGrantWords } from '../parts/useGrantWords';
import { SCOPES_TOPIC } from '../parts/useUnitTree';

interface RevokeDialogProps {
  grant: ScopeGrant;
  onClose: () => void;
  /** The grant is no longer there. */
  onGone: () => void;
}

/** Takes a grant back. */
export function RevokeDialog({ grant, onClose, onGone }: RevokeDialogProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const provider = useDataProvider();
  const { run, busy } = useCall(SCOPES_TOPIC);
  const submit = async () => {
    const revoked = run(() => provider.delete('scopes', { id: grant.id }), {
      ok: m.revoked,
      failed: m.failed,
    });
    if ((await revoked) === 'failed') return;
    onGone();
    onClose();
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
