import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/endpoints';
import type { ExportStatus } from '../api/types';
import { formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { useText } from '../messages/useText';
import type { Tone } from '../orders/tables';
import { ConfirmDialog } from '../parts/ConfirmDialog';
import { ToneChip } from '../parts/StateChip';
import { EmptyState, errorText, QueryResult } from '../parts/States';
import { useNow } from '../parts/useNow';
import { EXPORT_POLL_MS } from './runExport';
import type { ExportNotify } from './useExport';

/** The person's exports, as queries know them. */
export const EXPORTS = ['exports'] as const;

const COUNT = new Intl.NumberFormat('en-US');

const TONES: Record<ExportStatus['F_STATUS'], Tone> = { 0: 'progress', 1: 'success', 2: 'danger' };

const overAt = (one: ExportStatus, now: number) =>
  one.expiresAt !== null && new Date(one.expiresAt).getTime() <= now;

/** How many of its scenes are in the file; what is at work with none yet waits for its turn. */
function Progress({ one: { written, count } }: { one: ExportStatus }) {
  const m = useMessages();
  const percent = count === 0 ? 0 : Math.floor((100 * written) / count);
  return (
    <Box sx={{ mt: 0.5, minWidth: 120, maxWidth: 200 }}>
      <LinearProgress variant="determinate" value={percent} aria-label={m.exports.progress} />
      <Typography variant="caption" component="div" color="textSecondary">
        {m.exports.written(COUNT.format(written), COUNT.format(count))}
      </Typography>
    </Box>
  );
}

function State({ one, now }: { one: ExportStatus; now: number }) {
  const m = useMessages();
  const text = useText();
  if (one.F_STATUS === '1' && overAt(one, now)) {
    return <ToneChip tone="neutral" label={m.account.exportExpired} />;
  }
  return (
    <>
      <ToneChip tone={TONES[one.F_STATUS]} label={m.account.exportStates[one.F_STATUS]} />
      {one.F_STATUS === '0' ? <Progress one={one} /> : null}
      {one.F_STATUS === '2' && one.message ? (
        <Typography variant="caption" component="div" color="error">
          {text(one.failure, one.message)}
        </Typography>
      ) : null}
    </>
  );
}

function DownloadLink({ one, now }: { one: ExportStatus; now: number }) {
  const m = useMessages();
  if (one.F_STATUS !== '1' || one.F_ZIPURL === null || overAt(one, now)) return null;
  return (
    <Button
      component="a"
      href={one.F_ZIPURL}
      download={one.fileName ?? ''}
      startIcon={<Download />}
      aria-label={`${m.account.exportDownload} ${one.fileName ?? ''}`}
    >
      {m.account.exportDownload}
    </Button>
  );
}

type ActionProps = { one: ExportStatus; notify: ExportNotify };

/** Ends an export that is being made, or removes one that is over. */
function DeleteButton({ one, notify }: ActionProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.exports.remove(one.uuid),
    onSuccess: () => notify(m.account.exportDeleted, 'success'),
    onError: (error) => notify(errorText(error, m.account.exportDeleteFailed), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORTS }),
  });
  const ends = one.F_STATUS === '0';
  const file = one.fileName ?? m.exports.kinds[one.kind];
  return (
    <>
      <Button
        color="error"
        disabled={isPending}
        startIcon={<DeleteOutline />}
        aria-label={ends ? m.account.exportCancel(file) : m.account.exportDelete(file)}
        onClick={() => setAsking(true)}
      >
        {ends ? m.common.cancel : m.common.delete}
      </Button>
      {asking ? (
        <ConfirmDialog
          danger
          text={ends ? m.account.exportCancelConfirm(file) : m.account.exportDeleteConfirm(file)}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function Actions({ one, now, notify }: ActionProps & { now: number }) {
  return (
    <>
      <DownloadLink one={one} now={now} />
      <DeleteButton one={one} notify={notify} />
    </>
  );
}

type ListProps = { items: ExportStatus[]; now: number; notify: ExportNotify };

/** The format, and what is told of the scenes where that is not what lists show. */
function useKindWords() {
  const m = useMessages();
  return ({ kind, content }: ExportStatus) =>
    content === 'list'
      ? m.exports.kinds[kind]
      : `${m.exports.kinds[kind]} · ${m.exports.contents[content]}`;
}

function ExportTable({ items, now, notify }: ListProps) {
  const m = useMessages();
  const kindWords = useKindWords();
  return (
    <Table aria-label={m.account.exportsTitle}>
      <TableHead>
        <TableRow sx={{ '& th': { whiteSpace: 'nowrap' } }}>
          <TableCell>{m.account.exportFile}</TableCell>
          <TableCell>{m.account.exportKind}</TableCell>
          <TableCell align="right">{m.account.exportCount}</TableCell>
          <TableCell>{m.account.exportState}</TableCell>
          <TableCell>{m.account.exportMade}</TableCell>
          <TableCell>{m.account.exportExpires}</TableCell>
          <TableCell align="right">{m.common.operations}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {items.map((one) => (
          <TableRow key={one.uuid} hover>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{one.fileName ?? '-'}</TableCell>
            <TableCell>{kindWords(one)}</TableCell>
            <TableCell align="right">{COUNT.format(one.count)}</TableCell>
            <TableCell>
              <State one={one} now={now} />
            </TableCell>
            <TableCell>{formatTime(one.creattime)}</TableCell>
            <TableCell>{formatTime(one.expiresAt)}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              <Actions one={one} now={now} notify={notify} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ExportCards({ items, now, notify }: ListProps) {
  const m = useMessages();
  const kindWords = useKindWords();
  return (
    <Stack component="ul" aria-label={m.account.exportsTitle} sx={{ m: 0, p: 0 }}>
      {items.map((one) => (
        <Stack
          component="li"
          key={one.uuid}
          sx={{ p: 1.5, gap: 0.5, borderBottom: 1, borderColor: 'divider' }}
        >
          <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {one.fileName ?? kindWords(one)}
            </Typography>
            <div>
              <State one={one} now={now} />
            </div>
          </Stack>
          <Typography variant="body2" color="textSecondary">
            {one.fileName === null ? '' : `${kindWords(one)} · `}
            {m.search.count(one.count)} · {formatTime(one.creattime)}
          </Typography>
          {one.expiresAt === null ? null : (
            <Typography variant="body2" color="textSecondary">
              {m.account.exportExpires} {formatTime(one.expiresAt)}
            </Typography>
          )}
          <div>
            <Actions one={one} now={now} notify={notify} />
          </div>
        </Stack>
      ))}
    </Stack>
  );
}

const working = (items: ExportStatus[] | undefined) =>
  items?.some((one) => one.F_STATUS === '0') ?? false;

/** The person's own exports; what was left while it was at work is fetched from here. */
export function ExportList({ notify, emptyHint }: { notify: ExportNotify; emptyHint: string }) {
  const m = useMessages();
  const now = useNow();
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const query = useQuery({
    queryKey: EXPORTS,
    queryFn: ({ signal }) => api.exports.list({ signal }),
    refetchInterval: ({ state }) => (working(state.data?.items) ? EXPORT_POLL_MS : false),
  });
  const Items = narrow ? ExportCards : ExportTable;
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <QueryResult
        query={query}
        empty={<EmptyState title={m.account.exportsEmpty} hint={emptyHint} />}
      >
        {({ items }) => <Items items={items} now={now} notify={notify} />}
      </QueryResult>
    </Paper>
  );
}
