import DialogContentText from '@mui/material/DialogContentText';
import {
  type CatalogNodeUses,
  type DirectoryNode,
  directory,
  FormDialog,
  QueryResult,
  useLocale,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { nameOf } from './directoryModel';
import { TREE_TOPIC } from './useDirectory';

const SORTS = [
  'scenes',
  'children',
  'grants',
  'searches',
  'fieldLists',
  'orders',
  'rules',
] as const satisfies (keyof CatalogNodeUses)[];

interface RemoveDialogProps {
  node: DirectoryNode;
  onClose: () => void;
}

/** Removes a node that nothing needs, and says what needs it otherwise. */
export function RemoveDialog({ node, onClose }: RemoveDialogProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { run, busy } = useCall(TREE_TOPIC);
  const uses = useQuery({
    queryKey: [...TREE_TOPIC, 'uses', node.id],
    queryFn: ({ signal }) => directory.uses(node.id, { signal }),
    gcTime: 0,
  });
  const needed = SORTS.filter((sort) => (uses.data?.[sort] ?? 0) > 0);
  const blocked = uses.data === undefined || needed.length > 0 ? m.inUse : undefined;
  const name = nameOf(node, locale);
  const submit = async () => {
    const call = () => directory.remove(node.id, node.version);
    if ((await run(call, { ok: m.deleted, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={m.removeTitle}
      destructive
      busy={busy}
      blocked={blocked}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QueryResult query={uses}>
        {(found) =>
          needed.length === 0 ? (
            <DialogContentText>{m.confirmRemove(name)}</DialogContentText>
          ) : (
            <>
              <DialogContentText>{m.inUse}</DialogContentText>
              <ul>
                {needed.map((sort) => (
                  <li key={sort}>{m.uses[sort](found[sort])}</li>
                ))}
              </ul>
            </>
          )
        }
      </QueryResult>
    </FormDialog>
  );
}
