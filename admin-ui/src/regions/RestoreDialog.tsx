import DialogContentText from '@mui/material/DialogContentText';
import { FormDialog, type ManagedRegion, regionDesk } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { REGIONS_TOPIC } from './useRegions';

interface RestoreDialogProps {
  region: ManagedRegion;
  onClose: () => void;
}

/** Makes a region as it ships. */
export function RestoreDialog({ region, onClose }: RestoreDialogProps) {
  const { regions: m } = useAdminMessages();
  const { run, busy } = useCall(REGIONS_TOPIC);
  const submit = async () => {
    const call = () => regionDesk.restore(region.areaCode, region.version);
    if ((await run(call, { ok: m.restored, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={m.restore}
      focusConfirm
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DialogContentText>{m.confirmRestore(region.areaName)}</DialogContentText>
    </FormDialog>
  );
}
