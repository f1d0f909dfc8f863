import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FormDialog } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { TableFileField } from './TableFileField';

interface TableImportFormProps {
  words: { title: string; hint: string; choose: string; checking: string; blocked: string };
  confirm: string;
  file: File | null;
  busy: boolean;
  onChoose: (file: File) => void;
  /** Beside the choice of the file. */
  aside?: ReactNode;
  /** What the file does that was looked through and has no faults; null: it has some, or was not looked through. */
  clean: string | null;
  /** What is wrong with it. */
  faults: ReactNode;
  onSubmit: (file: File) => void;
  onClose: () => void;
}

/** A table to be taken over: its file is chosen and looked through, and can be imported when nothing is wrong with it. */
export function TableImportForm(props: TableImportFormProps) {
  const { words: m, confirm, file, busy, aside, clean, faults } = props;
  const { onChoose, onSubmit, onClose } = props;
  return (
    <FormDialog
      title={m.title}
      wide
      busy={busy}
      confirm={confirm}
      blocked={clean === null ? m.blocked : undefined}
      onSubmit={() => file !== null && onSubmit(file)}
      onClose={onClose}
    >
      <DialogContentText color="textPrimary" sx={{ mb: 2 }}>
        {m.hint}
      </DialogContentText>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {aside}
        <TableFileField label={m.choose} file={file} busy={busy} onChoose={onChoose} />
      </Stack>
      <Stack spacing={2} sx={{ mt: 2 }} aria-live="polite">
        {busy && <Typography variant="body2">{m.checking}</Typography>}
        {!busy && clean !== null && <Alert severity="success">{clean}</Alert>}
        {!busy && faults}
      </Stack>
    </FormDialog>
  );
}
