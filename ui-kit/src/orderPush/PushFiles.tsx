import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { MatchState, OrderPushFile } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useSubscriptionWords } from '../messages/useSubscriptionWords';
import { useText } from '../messages/useText';
import type { Tone } from '../orders/tables';
import { ToneChip } from '../parts/StateChip';
import { usePushTexts } from './pushTexts';

const PAGE_SIZE = 20;

const TONES: Record<MatchState, Tone> = {
  waiting: 'info',
  delivered: 'success',
  missed: 'danger',
};

/** On phones alone, in the name's cell. */
const NARROW = {
  display: { sm: 'none' },
  gap: 1,
  alignItems: 'center',
  flexWrap: 'wrap',
  my: 0.25,
} as const;

const TABLE = {
  // The columns of several pushes stand below one another.
  tableLayout: { sm: 'fixed' },
  '& td': { verticalAlign: 'top' },
} as const;

/** Left out on phones, where the name's cell has them. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' }, whiteSpace: 'nowrap' } as const;

/** What was given up first, so that nobody has to look for it; the others by path. */
function inOrder(files: readonly OrderPushFile[]): readonly OrderPushFile[] {
  const missed = (file: OrderPushFile) => file.state === 'missed';
  return [...files.filter(missed), ...files.filter((file) => !missed(file))];
}

type Props = {
  files: readonly OrderPushFile[];
  name: string;
  /** Whether all lie below one folder, which stands above them. */
  hasFolder: boolean;
  /** Why the target fails, which stands above them; null: it works. */
  targetFailure: string | null;
};

/** Files of a push: state, size, path, and why one is not there. */
export function PushFiles({ files, name, hasFolder, targetFailure }: Props) {
  const m = usePushTexts();
  const [page, setPage] = useState(0);
  const pageFiles = inOrder(files).slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  return (
    <>
      <Table size="small" aria-label={name} sx={TABLE}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: 0 }}>{m.file}</TableCell>
            <TableCell align="right" sx={{ ...WIDE, width: 100 }}>
              {m.size}
            </TableCell>
            <TableCell sx={{ ...WIDE, width: 124 }}>{m.state}</TableCell>
            <TableCell sx={{ ...WIDE, width: 152 }}>{m.ended}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {pageFiles.map((file) => (
            <FileRow key={file.path} {...{ file, hasFolder, targetFailure }} />
          ))}
        </TableBody>
      </Table>
      {files.length > PAGE_SIZE ? (
        <TablePagination
          component="div"
          count={files.length}
          page={page}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          onPageChange={(_, next) => setPage(next)}
        />
      ) : null}
    </>
  );
}

type RowProps = Pick<Props, 'hasFolder' | 'targetFailure'> & { file: OrderPushFile };

function FileRow({ file, hasFolder, targetFailure }: RowProps) {
  const m = usePushTexts();
  const w = useSubscriptionWords();
  const text = useText();
  const { state, failure, failureMessage } = file;
  const isSaid = failure === null || (state === 'waiting' && failure === targetFailure);
  const standing = (
    <ToneChip
      tone={file.isSending ? 'progress' : TONES[state]}
      label={file.isSending ? w.sending : w.matches[state]}
    />
  );
  return (
    <TableRow>
      <TableCell sx={{ px: 0, pr: { sm: 2 }, overflowWrap: 'anywhere' }}>
        {file.file}
        {hasFolder ? null : (
          <Typography variant="caption" color="textSecondary" component="div">
            {m.path(file.path)}
          </Typography>
        )}
        <Stack direction="row" sx={NARROW}>
          {standing}
          <Typography variant="caption" color="textSecondary">
            {[
              formatBytes(file.size),
              ...(file.endedAt === null ? [] : [formatTime(file.endedAt)]),
            ].join(' · ')}
          </Typography>
        </Stack>
        {isSaid ? null : (
          <Typography variant="body2" color={state === 'missed' ? 'error' : 'textSecondary'}>
            {text(failureMessage, failure)}
          </Typography>
        )}
      </TableCell>
      <TableCell align="right" sx={WIDE}>
        {formatBytes(file.size)}
      </TableCell>
      <TableCell sx={WIDE}>{standing}</TableCell>
      <TableCell sx={WIDE}>{formatTime(file.endedAt)}</TableCell>
    </TableRow>
  );
}
