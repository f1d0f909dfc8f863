import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
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
import {
  api,
  EmptyState,
  EXPORT_POLL_MS,
  type ExportStatus,
  formatTime,
  QueryResult,
  type Tone,
  ToneChip,
  useMessages,
  useNow,
  useText,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { PageTitle } from '../parts/PageTitle';

const EXPORTS = ['exports'] as const;

const TONES: Record<ExportStatus['F_STATUS'], Tone> = { 0: 'progress', 1: 'success', 2: 'danger' };

const overAt = (one: ExportStatus, now: number) =>
  one.expiresAt !== null && new Date(one.expiresAt).getTime() <= now;

function State({ one, now }: { one: ExportStatus; now: number }) {
  const m = useMessages();
  const text = useText();
  if (one.F_STATUS === '1' && overAt(one, now)) {
    return <ToneChip tone="neutral" label={m.account.exportExpired} />;
  }
  return (
    <>
      <ToneChip tone={TONES[one.F_STATUS]} label={m.account.exportStates[one.F_STATUS]} />
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

function DeleteButton({ one }: { one: ExportStatus }) {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.exports.remove(one.uuid),
    onSuccess: () => notice(m.account.exportDeleted),
    onError: (error) => notice(failureText(m.account.exportDeleteFailed, error), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: EXPORTS }),
  });
  const ends = one.F_STATUS === '0';
  const file = one.fileName ?? m.exports.kinds[one.kind];
  const remove = async () => {
    const text = ends ? m.account.exportCancelConfirm(file) : m.account.exportDeleteConfirm(file);
    const yes = await ask({ text, danger: true });
    if (yes !== null) mutate();
  };
  return (
    <Button
      color="error"
      disabled={isPending}
      startIcon={<DeleteOutline />}
      aria-label={ends ? m.account.exportCancel(file) : m.account.exportDelete(file)}
      onClick={() => void remove()}
    >
      {ends ? m.common.cancel : m.common.delete}
    </Button>
  );
}

function Actions({ one, now }: { one: ExportStatus; now: number }) {
  return (
    <>
      <DownloadLink one={one} now={now} />
      <DeleteButton one={one} />
    </>
  );
}

type ListProps = { items: ExportStatus[]; now: number };

function ExportTable({ items, now }: ListProps) {
  const m = useMessages();
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
            <TableCell>{m.exports.kinds[one.kind]}</TableCell>
            <TableCell align="right">{one.count}</TableCell>
            <TableCell>
              <State one={one} now={now} />
            </TableCell>
            <TableCell>{formatTime(one.creattime)}</TableCell>
            <TableCell>{formatTime(one.expiresAt)}</TableCell>
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              <Actions one={one} now={now} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ExportCards({ items, now }: ListProps) {
  const m = useMessages();
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
              {one.fileName ?? m.exports.kinds[one.kind]}
            </Typography>
            <div>
              <State one={one} now={now} />
            </div>
          </Stack>
          <Typography variant="body2" color="textSecondary">
            {one.fileName === null ? '' : `${m.exports.kinds[one.kind]} · `}
            {m.search.count(one.count)} · {formatTime(one.creattime)}
          </Typography>
          {one.expiresAt === null ? null : (
            <Typography variant="body2" color="textSecondary">
              {m.account.exportExpires} {formatTime(one.expiresAt)}
            </Typography>
          )}
          <div>
            <Actions one={one} now={now} />
          </div>
        </Stack>
      ))}
    </Stack>
  );
}

const working = (items: ExportStatus[] | undefined) =>
  items?.some((one) => one.F_STATUS === '0') ?? false;

/** The person's own exports; what was left while it was at work is fetched from here. */
export default function ExportsPage() {
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
    <>
      <PageTitle parts={[m.account.exportsTitle]} />
      <Typography variant="h1">{m.account.exportsTitle}</Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {m.account.exportsHint}
      </Typography>
      <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
        <QueryResult
          query={query}
          empty={<EmptyState title={m.account.exportsEmpty} hint={m.account.exportsEmptyHint} />}
        >
          {({ items }) => <Items items={items} now={now} />}
        </QueryResult>
      </Paper>
    </>
  );
}
