import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  blockRows,
  CopyButton,
  EmptyState,
  ExpiryChip,
  formatBytes,
  formatTime,
  QueryResult,
  type ShelfFile,
  shelf,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { ScrollBox } from '../parts/ScrollBox';
import { TARGETS } from '../subscriptions/useTargets';
import { PAGE_SIZE, SHELF, type useShelfFiles } from './useShelf';
import { useShelfWords } from './useShelfWords';

/** On phones the name has a line of its own: in a column beside a label its words would be broken. */
const FILE_ROWS = {
  ...blockRows(720),
  '& td:not([data-label])::before': { content: 'none' },
} as const;

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

type Props = {
  query: ReturnType<typeof useShelfFiles>;
  page: number;
  onPage: (page: number) => void;
};

/** What lies there, each with what may be done with it. */
export function ShelfFiles({ query, page, onPage }: Props) {
  const m = useShelfWords();
  const { common } = useMessages();
  const heads = [m.subscription, m.size, 'SHA-256', m.storedAt, m.expiresAt];
  return (
    <Panel title={m.files}>
      <QueryResult
        query={query}
        empty={<EmptyState title={m.filesEmpty} hint={m.filesEmptyHint} />}
      >
        {({ items, total }) => (
          <Stack sx={{ gap: 1 }}>
            <ScrollBox label={m.files}>
              <Table aria-label={m.files} size="small" sx={FILE_ROWS}>
                <TableHead>
                  <TableRow sx={{ '& th': ONE_LINE }}>
                    <TableCell>{m.scene}</TableCell>
                    {heads.map((head) => (
                      <TableCell key={head} align={head === m.size ? 'right' : 'left'}>
                        {head}
                      </TableCell>
                    ))}
                    <TableCell align="right">{common.operations}</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {items.map((file) => (
                    <FileRow key={file.id} file={file} />
                  ))}
                </TableBody>
              </Table>
            </ScrollBox>
            {total > PAGE_SIZE ? (
              <Pagination
                page={page}
                count={Math.ceil(total / PAGE_SIZE)}
                onChange={(_, next) => onPage(next)}
              />
            ) : null}
          </Stack>
        )}
      </QueryResult>
    </Panel>
  );
}

function FileRow({ file }: { file: ShelfFile }) {
  const m = useShelfWords();
  const { common, delivery } = useMessages();
  const { id, dataname, path, subscriptionNumber, size, sha256, storedAt, expiresAt } = file;
  return (
    <TableRow hover>
      <TableCell sx={{ overflowWrap: 'anywhere', minWidth: { sm: 220 } }}>
        <div>
          {dataname === '' ? null : (
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {dataname}
            </Typography>
          )}
          <Typography variant="caption" color="textSecondary">
            {path}
          </Typography>
        </div>
      </TableCell>
      <TableCell data-label={m.subscription} sx={ONE_LINE}>
        {subscriptionNumber ?? m.ofOrder}
      </TableCell>
      <TableCell align="right" data-label={m.size} sx={ONE_LINE}>
        {formatBytes(size)}
      </TableCell>
      <TableCell data-label="SHA-256">
        <CopyButton text={sha256} name={`SHA-256 ${path}`} shows={sha256} />
      </TableCell>
      <TableCell data-label={m.storedAt} sx={ONE_LINE}>
        {formatTime(storedAt)}
      </TableCell>
      <TableCell data-label={m.expiresAt}>
        <ExpiryChip expiresAt={expiresAt} dense />
      </TableCell>
      <TableCell align="right" data-label={common.operations} sx={ONE_LINE}>
        <span>
          <Tooltip title={delivery.https}>
            <IconButton
              component="a"
              href={shelf.contentUrl(id)}
              download
              color="secondary"
              aria-label={m.download(path)}
            >
              <FileDownloadOutlined fontSize="small" />
            </IconButton>
          </Tooltip>
          <RemoveButton file={file} />
        </span>
      </TableCell>
    </TableRow>
  );
}

function RemoveButton({ file: { id, path } }: { file: ShelfFile }) {
  const m = useShelfWords();
  const { common } = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => shelf.remove(id),
    onSuccess: () => notice(m.removed),
    onError: (error) => notice(failureText(m.failed, error), 'error'),
    // What waited for room goes on, and the target no longer fails for it.
    onSettled: () =>
      Promise.all([SHELF, TARGETS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const remove = async () => {
    if ((await ask({ text: m.removeConfirm(path), danger: true })) !== null) mutate();
  };
  return (
    <Tooltip title={common.remove}>
      <span>
        <IconButton disabled={isPending} aria-label={m.remove(path)} onClick={() => void remove()}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  );
}
