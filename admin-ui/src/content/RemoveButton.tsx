import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { ConfirmDialog } from '@scenedock/ui-kit';
import { useDataProvider, useRecordContext, useResourceContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { useCall } from '../parts/useCall';

interface RemoveButtonProps {
  name: string;
  /** Why it cannot be removed now. */
  why?: string | null;
  remove: () => Promise<unknown>;
  /** What is read anew afterwards. */
  stale: readonly string[];
}

/** Removes something after a question. */
export function RemoveButton({ name, why = null, remove, stale }: RemoveButtonProps) {
  const { content: m } = useAdminMessages();
  const { run, busy } = useCall(stale);
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

/** Removes the record around it after a question. */
export function RemoveRecordButton({ name, why }: Pick<RemoveButtonProps, 'name' | 'why'>) {
  const provider = useDataProvider();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  return (
    <RemoveButton
      name={name}
      why={why ?? null}
      remove={() => provider.delete(resource, { id: record?.id ?? '' })}
      // How many articles a type has changes with them.
      stale={[resource, 'newsTypes']}
    />
  );
}
