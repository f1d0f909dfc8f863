import DialogContentText from '@mui/material/DialogContentText';
import {
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
import { useUseLines } from './useUseLines';

interface RemoveDialogProps {
  node: DirectoryNode;
  onClose: () => void;
}

/** Removes a node that nothing needs, and says who and what needs it otherwise. */
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
  const lines = uses.data && linesOf(uses.data);
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
      blocked={lines?.length === 0 ? undefined : m.inUse}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QueryResult query={{ ...uses, data: lines }}>
        {(needs) =>
          needs.length === 0 ? (
            <DialogContentText>{m.confirmRemove(name)}</DialogContentText>
          ) : (
            <>
              <DialogContentText>{m.inUse}</DialogContentText>
              <ul>
                {needs.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )
        }
      </QueryResult>
    </FormDialog>
  );
}
