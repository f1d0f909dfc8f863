import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useMessages } from '@scenedock/ui-kit';
import { Form, type RaRecord } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ResourceName } from '../../providers/resources';
import { useKeptText } from './useKeptText';
import { type SaveTexts, useSaveRecord } from './useSaveRecord';

interface RecordDialogProps<Draft extends FieldValues, R extends RaRecord> {
  resource: ResourceName;
  title: string;
  /** The record to change; none: a new one. */
  record?: R | undefined;
  /** The form as it begins. */
  draft: Draft;
  /** What is sent of the form, and the record that it goes by: what the form began with, or after a refusal what is there by now. */
  toSend: (draft: Draft, base: R | undefined) => object;
  /** What the record says, for forms that name what they change: a refusal then stands in the form and says what is there by now. */
  wordsOf?: (record: R) => string;
  texts: SaveTexts;
  /** Resources that show something of it. */
  touched?: readonly ResourceName[];
  wide?: boolean;
  /** Hears of the record as the server has it now, before the dialog closes. */
  onSaved?: (record: RaRecord) => void;
  onClose: () => void;
  children: ReactNode;
}

/** For forms that do not name what they change. */
const NO_WORDS = () => '';

const REFUSAL = { mb: 2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;

/** Makes or changes a record of a resource in a dialog, which closes once the server has taken it. */
export function RecordDialog<Draft extends FieldValues, R extends RaRecord = RaRecord>(
  props: RecordDialogProps<Draft, R>,
) {
  const { resource, title, record, draft, toSend, wordsOf, texts, wide, onClose, children } = props;
  const { common } = useMessages();
  const inPlace = texts.inPlace ?? wordsOf !== undefined;
  const { save, busy, refusal } = useSaveRecord(resource, { ...texts, inPlace }, props.touched);
  // The record may be read anew while the form is open: what was written stays.
  const [opened] = useState(record);
  const [first] = useState(draft);
  const next = useKeptText({
    opened,
    now: record,
    refusal: inPlace ? refusal : null,
    wordsOf: wordsOf ?? NO_WORDS,
  });
  const id = useId();
  const onSubmit = async (values: FieldValues) => {
    const {
      outcome,
      faults,
      record: saved,
    } = await save(opened?.id, toSend(values as Draft, next.base));
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
      <Form defaultValues={first} onSubmit={onSubmit} noValidate>
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent>
          {next.refusal === null ? null : (
            <Alert severity="error" sx={REFUSAL}>
              {next.refusal}
            </Alert>
          )}
          {children}
        </DialogContent>
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
