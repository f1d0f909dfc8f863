import { directory } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ImportTableDialog } from '../parts/ImportTableDialog';

/** Takes over a table of field lists. */
export function ImportFieldsDialog({ onClose }: { onClose: () => void }) {
  const { fields } = useAdminMessages();
  const m = fields.import;
  return (
    <ImportTableDialog
      topic={['fieldLists']}
      send={directory.importFields}
      clean={({ rows, lists, nodes }) => m.clean(rows, lists.join(', '), nodes)}
      words={m}
      onClose={onClose}
    />
  );
}
