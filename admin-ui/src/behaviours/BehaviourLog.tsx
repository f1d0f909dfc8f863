import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import {
  api,
  type BehaviourRow,
  type BehaviourType,
  Clamped,
  EmptyState,
  formatBytes,
  formatTime,
  QueryResult,
  useSettled,
} from '@scenedock/ui-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { BEHAVIOUR_TYPES } from './useBehaviourAddress';

interface BehaviourLogProps {
  period: Period;
  type: BehaviourType | null;
  q: string;
  onChoose: (type: BehaviourType | null) => void;
  onFind: (q: string) => void;
}

/** The record of what people did, the newest first. */
export function BehaviourLog({ period, type, q, onChoose, onFind }: BehaviourLogProps) {
  const { behaviours: m } = useAdminMessages();
  const part = useSettled(q.trim());
  const query = useInfiniteQuery({
    queryKey: ['behaviours', period, type, part],
    queryFn: ({ pageParam, signal }) =>
      api.behaviours.list(
        {
          ...period,
          ...(type === null ? {} : { type }),
          ...(part === '' ? {} : { q: part }),
          ...(pageParam === null ? {} : { before: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', p: 1.5 }}>
        <TextField
          select
          label={m.kind}
          value={type === null ? '' : String(type)}
          onChange={({ target }) =>
            onChoose(BEHAVIOUR_TYPES.find((one) => String(one) === target.value) ?? null)
          }
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ width: 180 }}
        >
          <MenuItem value="">{m.anyKind}</MenuItem>
          {BEHAVIOUR_TYPES.map((one) => (
            <MenuItem key={one} value={String(one)}>
              {m.kinds[one]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="search"
          label={m.find}
          value={q}
          onChange={(event) => onFind(event.target.value)}
          sx={{ width: 240 }}
        />
      </Stack>
      <QueryResult query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return rows.length === 0 ? <EmptyState title={m.empty} /> : <LogTable rows={rows} />;
        }}
      </QueryResult>
      {query.hasNextPage && (
        <Stack sx={{ p: 1.5, alignItems: 'center' }}>
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.older}
          </Button>
        </Stack>
      )}
    </Paper>
  );
}

function LogTable({ rows }: { rows: readonly BehaviourRow[] }) {
  const { behaviours: m } = useAdminMessages();
  const about = useDetails();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.log}>
      <Table aria-label={m.log} sx={blockRows(860)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 150 }}>{m.at}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.kind}</TableCell>
            <TableCell>{m.user}</TableCell>
            <TableCell>{m.unit}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.clientIp}</TableCell>
            <TableCell>{m.page}</TableCell>
            <TableCell>{m.about}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((line) => (
            <TableRow key={line.id} hover>
              <TableCell data-label={m.at}>{formatTime(line.fCreatetime)}</TableCell>
              <TableCell data-label={m.kind}>{m.kinds[line.fBehaviortype]}</TableCell>
              <TableCell data-label={m.user}>
                <Clamped
                  text={line.fUserid === '' ? m.guest : `${line.userName} ${line.fUserid}`.trim()}
                />
              </TableCell>
              <TableCell data-label={m.unit}>
                <Clamped text={line.fUserdept || '—'} />
              </TableCell>
              <TableCell data-label={m.clientIp}>{line.fClientip || '—'}</TableCell>
              <TableCell data-label={m.page}>
                <Clamped text={line.fDetailurl || '—'} />
              </TableCell>
              <TableCell data-label={m.about}>
                <Clamped text={about(line) || '—'} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** What a row says beside who, when and where: the order, how much, how long. */
function useDetails(): (line: BehaviourRow) => string {
  const { behaviours: m } = useAdminMessages();
  return (line) => {
    const { fOrdername, fDatanum, fDatasize, fReceivestarttime, fReceiveendtime } = line;
    const parts = [fOrdername ?? ''];
    if (fDatanum !== null) parts.push(m.scenes(whole(fDatanum)));
    if (fDatasize !== null) parts.push(formatBytes(fDatasize));
    if (fReceivestarttime !== null && fReceiveendtime !== null) {
      const seconds = Math.round(
        (Date.parse(fReceiveendtime) - Date.parse(fReceivestarttime)) / 1000,
      );
      const length = seconds < 60 ? m.seconds(seconds) : m.minutes(Math.round(seconds / 60));
      parts.push(m.stay(length));
    }
    return parts.filter((part) => part !== '').join(' · ');
  };
}
