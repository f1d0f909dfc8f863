import AddOutlined from '@mui/icons-material/AddOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReportNoteSubject, YearlyReport } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { NoteDialog, type NotePlace } from './NoteDialog';

/** What is said of a month, or could be. */
interface NoteLine {
  month: number;
  subject: ReportNoteSubject;
  text: string;
  isSpike: boolean;
}

/** Months with a note and months that stand out, in their order. */
export function noteLines({ notes, spikes }: YearlyReport): NoteLine[] {
  const isSpike = (month: number, subject: ReportNoteSubject) =>
    spikes.some((spike) => spike.month === month && spike.subject === subject);
  const noted = notes.map((note) => ({ ...note, isSpike: isSpike(note.month, note.subject) }));
  const open = spikes
    .filter(({ month, subject }) =>
      notes.every((note) => note.month !== month || note.subject !== subject),
    )
    .map((spike) => ({ ...spike, text: '', isSpike: true }));
  return [...noted, ...open].sort(
    (one, other) => one.month - other.month || one.subject.localeCompare(other.subject),
  );
}

/** Notes on months: those that stand out ask for one. */
export function NotesPanel({ report }: { report: YearlyReport }) {
  const { yearlyReport: m } = useAdminMessages();
  const [opened, setOpened] = useState<NotePlace | null>(null);
  const lines = noteLines(report);
  const add = (
    <Button
      startIcon={<AddOutlined />}
      onClick={() => setOpened({ month: 1, subject: 'orders', text: '', isNew: true })}
    >
      {m.add}
    </Button>
  );
  return (
    <Box sx={{ mb: 1.5 }}>
      <Panel title={m.notesTitle} aside={add}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: lines.length > 0 ? 1 : 0 }}>
          {lines.length > 0 ? m.notesHint : m.noNotes}
        </Typography>
        <Stack component="ul" spacing={0.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {lines.map((line) => (
            <Line key={`${line.month} ${line.subject}`} line={line} onEdit={setOpened} />
          ))}
        </Stack>
      </Panel>
      {opened && <NoteDialog report={report} opened={opened} onClose={() => setOpened(null)} />}
    </Box>
  );
}

function Line({ line, onEdit }: { line: NoteLine; onEdit: (note: NotePlace) => void }) {
  const { yearlyReport: m } = useAdminMessages();
  const { month, subject, text, isSpike } = line;
  const what = `${m.monthName(month)} · ${m.subjects[subject]}`;
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 1, minHeight: 36 }}>
      <Typography variant="body2" sx={{ minWidth: 104, whiteSpace: 'nowrap' }}>
        {what}
      </Typography>
      <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      {isSpike && <Chip size="small" label={m.spike} variant="outlined" />}
      <IconButton
        aria-label={m.edit(what)}
        onClick={() => onEdit({ month, subject, text, isNew: false })}
      >
        <EditOutlined fontSize="small" />
      </IconButton>
    </Stack>
  );
}
