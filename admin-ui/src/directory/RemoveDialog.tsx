import { type DirectoryNode, directory, useLocale } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RemoveUnusedDialog } from '../parts/RemoveUnusedDialog';
import { useCall } from '../parts/useCall';
import { nameOf } from './directoryModel';
import { TREE_TOPIC } from './useDirectory';
import { useUseLines } from './useUseLines';

interface RemoveDialogProps {
  node: DirectoryNode;
  onClose: () => void;
}

/** Removes a node that nothing needs. */
export function RemoveDialog({ node, onClose }: RemoveDialogProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { run, busy } = useCall(TREE_TOPIC);
  const linesOf = useUseLines();
  const uses = useQuery({
    queryKey: [...TREE_TOPIC, 'uses', node.id],
    queryFn: ({ signal }) => directory.uses(node.id, { signal }),
    gcTime: 0,
  });
  const remove = async () => {
    const call = () => directory.remove(node.id, node.version);
    if ((await run(call, { ok: m.deleted, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <RemoveUnusedDialog
      uses={{ ...uses, data: uses.data && linesOf(uses.data) }}
      words={{
        title: m.removeTitle,
        inUse: m.inUse,
        confirm: m.confirmRemove(nameOf(node, locale)),
      }}
      busy={busy}
      onRemove={() => void remove()}
      onClose={onClose}
    />
  );
}
