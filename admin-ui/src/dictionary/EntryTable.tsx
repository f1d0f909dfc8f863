import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  blockRows,
  ConfirmDialog,
  type DictionaryEntry,
  type DictionaryList,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { moved } from '../parts/moved';
import { EntryRow } from './EntryRow';
import { useListChange } from './useListChange';

interface EntryTableProps {
  list: DictionaryList;
  onEdit: (entry: DictionaryEntry) => void;
}

/** The entries of a list, in the order in which forms offer them. Each change is saved at once. */
export function EntryTable({ list, onEdit }: EntryTableProps) {
  const { dictionary: m } = useAdminMessages();
  const { change, busy } = useListChange(list);
  const [leaving, setLeaving] = useState<DictionaryEntry | null>(null);
  const [status, setStatus] = useState('');
  const { entries, kind } = list;
  const offered = entries.filter(({ on }) => on).length;
  const isCounted = kind !== 'reject_phrase';
  const move = async (at: number, to: number) => {
    const entry = entries[at];
    if (busy || entry === undefined || to < 0 || to >= entries.length) return;
    const outcome = await change({ entries: moved(entries, at, to) });
    if (outcome === 'accepted') setStatus(m.movedTo(entry.name, to + 1));
  };
  const turn = (entry: DictionaryEntry, on: boolean) =>
    change({ entries: entries.map((one) => (one === entry ? { ...one, on } : one)), ok: m.saved });
  const remove = async (entry: DictionaryEntry) => {
    const left = entries.filter(({ id }) => id !== entry.id);
    const outcome = await change({ entries: left, ok: m.removed });
    if (outcome !== 'failed') setLeaving(null);
  };
  return (
    <>
      <Typography
        role="status"
        variant="body2"
        color="textSecondary"
        sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
      >
        {m.count(entries.length, offered)}
        {status !== '' && m.after(status)}
      </Typography>
      <TableContainer tabIndex={0} role="group" aria-label={m.kinds[kind]}>
        <Table aria-label={m.kinds[kind]} sx={blockRows(720)}>
          <EntryHeads isCounted={isCounted} />
          <TableBody>
            {entries.map((entry, at) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                at={at}
                isLast={at === entries.length - 1}
                isOnlyOne={entry.on && offered === 1}
                isCounted={isCounted}
                onMove={(to) => void move(at, to)}
                onTurn={(on) => void turn(entry, on)}
                onEdit={() => onEdit(entry)}
                onRemove={() => setLeaving(entry)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {leaving !== null && (
        <ConfirmDialog
          text={m.removeConfirm(leaving.name)}
          danger
          busy={busy}
          onConfirm={() => void remove(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function EntryHeads({ isCounted }: { isCounted: boolean }) {
  const { common } = useMessages();
  const { dictionary: m } = useAdminMessages();
  return (
    <TableHead>
      <TableRow>
        <TableCell align="right" sx={{ width: 72, whiteSpace: 'nowrap' }}>
          {m.position}
        </TableCell>
        <TableCell>{m.name}</TableCell>
        <TableCell>{m.nameEn}</TableCell>
        {isCounted && (
          <TableCell align="right" sx={{ width: 110 }}>
            {m.orders}
          </TableCell>
        )}
        <TableCell sx={{ width: 80 }}>{m.on}</TableCell>
        <TableCell align="right" sx={{ width: 176 }}>
          {common.operations}
        </TableCell>
      </TableRow>
    </TableHead>
  );
}
