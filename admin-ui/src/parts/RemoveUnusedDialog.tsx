import DialogContentText from '@mui/material/DialogContentText';
import { FormDialog, QueryResult } from '@scenedock/ui-kit';
import type { ComponentProps } from 'react';

interface RemoveUnusedDialogProps {
  /** Who and what needs the thing, each in a line. */
  uses: ComponentProps<typeof QueryResult<string[]>>['query'];
  words: { title: string; inUse: string; confirm: string };
  busy: boolean;
  onRemove: () => void;
  onClose: () => void;
}

/** Removes a thing that nothing needs, and says who and what needs it otherwise. */
export function RemoveUnusedDialog(props: RemoveUnusedDialogProps) {
  const { uses, words: m, busy, onRemove, onClose } = props;
  return (
    <FormDialog
      title={m.title}
      destructive
      busy={busy}
      blocked={uses.data?.length === 0 ? undefined : m.inUse}
      onSubmit={onRemove}
      onClose={onClose}
    >
      <QueryResult query={uses}>
        {(lines) =>
          lines.length === 0 ? (
            <DialogContentText>{m.confirm}</DialogContentText>
          ) : (
            <>
              <DialogContentText>{m.inUse}</DialogContentText>
              <ul>
                {lines.map((line) => (
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
