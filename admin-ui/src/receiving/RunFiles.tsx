import Chip from '@mui/material/Chip';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  blockRows,
  EmptyState,
  formatBytes,
  QueryResult,
  type ReceiveFile,
  type ReceiveOutcome,
  receiving,
  type Tone,
  ToneChip,
  useText,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveRunFiles } from './SaveRunFiles';

const PAGE_SIZE = 20;
const OUTCOMES: readonly ReceiveOutcome[] = ['new', 'updated', 'same', 'refused', 'waiting'];
const TONES: Record<ReceiveOutcome, Tone> = {
  new: 'success',
  updated: 'info',
  same: 'neutral',
  refused: 'danger',
  waiting: 'warning',
};

/** What became of each item of a run. */
export function RunFiles({ id }: { id: string }) {
  const { receiving: m } = useAdminMessages();
  const [page, setPage] = useState(1);
  const [outcome, setOutcome] = useState<ReceiveOutcome>();
  const query = useQuery({
    queryKey: ['receiveFiles', id, page, outcome],
    queryFn: ({ signal }) =>
      receiving.files(id, { page, pageSize: PAGE_SIZE, outcome }, { signal }),
    placeholderData: keepPreviousData,
  });
  const choose = (next: ReceiveOutcome | undefined) => {
    setOutcome(next);
    setPage(1);
  };
  return (
    <Stack sx={{ gap: 1, width: '100%' }}>
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
        {[undefined, ...OUTCOMES].map((one) => (
          <Chip
            key={one ?? ''}
            label={one === undefined ? m.all : m.outcomes[one]}
            color={one === outcome ? 'primary' : 'default'}
            aria-pressed={one === outcome}
            onClick={() => choose(one)}
          />
        ))}
      </Stack>
      <QueryResult query={query} empty={<EmptyState title={m.noFiles} />}>
        {({ items, total }) => (
          <>
            <TableContainer tabIndex={0} role="group" aria-label={m.filesTitle}>
              <Table size="small" aria-label={m.filesTitle} sx={blockRows(600)}>
                <TableHead>
                  <TableRow>
                    <TableCell sx={{ minWidth: { sm: 200 } }}>{m.item}</TableCell>
                    <TableCell>{m.outcome}</TableCell>
                    <TableCell sx={{ minWidth: { sm: 180 } }}>{m.reason}</TableCell>
                    <TableCell align="right">{m.size}</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {items.map((file) => (
                    <FileRow key={file.id} file={file} />
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
            {total > PAGE_SIZE && (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => setPage(next)}
              />
            )}
            <SaveRunFiles id={id} outcome={outcome} />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

function FileRow({ file }: { file: ReceiveFile }) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  return (
    <TableRow>
      <TableCell data-label={m.item} sx={{ overflowWrap: 'anywhere' }}>
        {file.name === '' ? '—' : file.name}
      </TableCell>
      <TableCell data-label={m.outcome}>
        <ToneChip tone={TONES[file.outcome]} label={m.outcomes[file.outcome]} />
      </TableCell>
      <TableCell data-label={m.reason}>
        <div>
          {file.reason === null ? '—' : m.reasons[file.reason]}
          {file.text !== '' && (
            <Typography variant="caption" component="div">
              {text(file.message, file.text)}
            </Typography>
          )}
        </div>
      </TableCell>
      <TableCell data-label={m.size} align="right">
        {file.size === 0 ? '—' : formatBytes(file.size)}
      </TableCell>
    </TableRow>
  );
}
