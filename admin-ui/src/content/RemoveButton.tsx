import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { ConfirmDialog } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { useCall } from '../parts/useCall';
import { CONTENT } from './contentTopic';

interface RemoveButtonProps {
  name: string;
  /** Why it cannot be removed now. */
  why?: string | null;
  remove: () => Promise<unknown>;
}

/** Removes something after a question. */
export function RemoveButton({ name, why = null, remove }: RemoveButtonProps) {
  const { content: m } = useAdminMessages();
  const { run, busy } = useCall([CONTENT]);
  const [asking, setAsking] = useState(false);
  const confirm = async () => {
    const texts = { ok: m.removed, failed: m.removeFailed };
    if ((await run(remove, texts)) !== 'failed') setAsking(false);
  };
  return (
    <>
      <IconTool name={m.remove(name)} why={why} onClick={() => setAsking(true)}>
        <DeleteOutlined fontSize="small" />
      </IconTool>
      {asking && (
        <ConfirmDialog
          text={m.removeConfirm(name)}
          danger
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
