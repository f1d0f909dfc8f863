import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMessages } from '@scenedock/ui-kit';
import { Form, type RaRecord } from 'ra-core';
import { type ReactNode, useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ResourceName } from '../../providers/resources';
import { type SaveTexts, useSaveRecord } from './useSaveRecord';

interface RecordDialogProps<Draft extends FieldValues> {
  resource: ResourceName;
  title: string;
  /** The record to change; none: a new one. */
  record?: RaRecord | undefined;
  /** The form as it begins. */
  draft: Draft;
  /** What is sent of the form. */
  toSend: (draft: Draft) => object;
  texts: SaveTexts;
  /** Resources that show something of it. */
  touched?: readonly ResourceName[];
  wide?: boolean;
  /** Hears of the record as the server has it now, before the dialog closes. */
  onSaved?: (record: RaRecord) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Makes or changes a record of a resource in a dialog, which closes once the server has taken it. */
export function RecordDialog<Draft extends FieldValues>(props: RecordDialogProps<Draft>) {
  const { resource, title, record, draft, toSend, texts, wide, onClose, children } = props;
  const { common } = useMessages();
  const { save, busy } = useSaveRecord(resource, texts, props.touched);
  const id = useId();
  const onSubmit = async (values: FieldValues) => {
    const { outcome, faults, record: saved } = await save(record?.id, toSend(values as Draft));
    if (saved !== undefined) props.onSaved?.(saved);
    if (outcome === 'accepted') onClose();
    return faults;
  };
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      aria-labelledby={id}
      maxWidth={wide ? 'sm' : 'xs'}
      fullWidth
    >
      <Form defaultValues={draft} onSubmit={onSubmit} noValidate>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {common.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
