import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  FormDialog,
  type ReportNoteSubject,
  type YearlyReport,
  yearlyReport,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

/** The month that is written about. */
export interface NotePlace {
  month: number;
  subject: ReportNoteSubject;
  /** What is said so far. */
  text: string;
  /** Month and subject are still to be chosen. */
  isNew: boolean;
}

interface NoteDialogProps {
  report: YearlyReport;
  opened: NotePlace;
  onClose: () => void;
}

const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);
const SUBJECTS = ['orders', 'provided'] as const;
/** As the server allows. */
const LONGEST = 500;

/** Says something of a month; an empty text takes it back. */
export function NoteDialog({ report, opened, onClose }: NoteDialogProps) {
  const { yearlyReport: m } = useAdminMessages();
  const [month, setMonth] = useState(opened.month);
  const [subject, setSubject] = useState(opened.subject);
  const [text, setText] = useState(opened.text);
  const { busy, run, refusal } = useCall(['yearlyReport']);
  const isTooLong = [...text.trim()].length > LONGEST;
  const save = async () => {
    if (isTooLong) return;
    const body = { year: report.year, unit: report.unit, month, subject, text: text.trim() };
    const outcome = await run(() => yearlyReport.saveNote(body), {
      ok: m.saved,
      failed: m.saveFailed,
      inPlace: true,
    });
    if (outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={m.noteTitle}
      wide
      busy={busy}
      refusal={refusal}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <Stack direction="row" spacing={1}>
          <TextField
            select
            fullWidth
            label={m.month}
            value={month}
            disabled={!opened.isNew}
            onChange={({ target }) => setMonth(Number(target.value))}
          >
            {MONTHS.map((one) => (
              <MenuItem key={one} value={one}>
                {m.monthName(one)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            select
            fullWidth
            label={m.subject}
            value={subject}
            disabled={!opened.isNew}
            onChange={({ target }) => setSubject(target.value as ReportNoteSubject)}
          >
            {SUBJECTS.map((one) => (
              <MenuItem key={one} value={one}>
                {m.subjects[one]}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <TextField
          label={m.text}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={isTooLong}
          helperText={isTooLong ? m.tooLong(LONGEST) : ' '}
          multiline
          minRows={3}
          fullWidth
          autoFocus
        />
      </Stack>
    </FormDialog>
  );
}
