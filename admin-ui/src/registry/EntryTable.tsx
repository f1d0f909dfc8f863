import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  Clamped,
  formatBytes,
  formatTime,
  type RegistryEntry,
  useDictionary,
} from '@scenedock/ui-kit';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { REGISTRY } from '../layout/menuPages';
import { blockRows } from '../parts/blockRows';
import { whole } from '../parts/figures/numbers';

/** Entries of the registry. */
export function EntryTable({ entries }: { entries: readonly RegistryEntry[] }) {
  const { registry: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(960)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 84, whiteSpace: 'nowrap' }}>{m.number}</TableCell>
            <TableCell sx={{ width: 210 }}>{m.ordername}</TableCell>
            <TableCell sx={{ width: 140 }}>{m.opened}</TableCell>
            <TableCell>{m.applicant}</TableCell>
            <TableCell>{m.project}</TableCell>
            <TableCell align="right" sx={{ width: 72 }}>
              {m.scenes}
            </TableCell>
            <TableCell align="right" sx={{ width: 96 }}>
              {m.size}
            </TableCell>
            <TableCell sx={{ width: 170 }}>{m.fetched}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <EntryLine key={entry.number} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function EntryLine({ entry }: { entry: RegistryEntry }) {
  const { registry: m } = useAdminMessages();
  const { usages } = useDictionary();
  const { search } = useLocation();
  return (
    <TableRow hover>
      <TableCell data-label={m.number}>
        <Link
          component={RouterLink}
          to={`${REGISTRY}/${entry.number}`}
          // Where 返回 leads.
          state={{ search }}
          aria-label={m.openEntry(entry.number)}
        >
          {entry.number}
        </Link>
      </TableCell>
      <TableCell data-label={m.ordername}>
        <Two first={entry.ordername} second={entry.round > 1 ? m.round(entry.round) : ''} />
      </TableCell>
      <TableCell data-label={m.opened}>{formatTime(entry.openedAt)}</TableCell>
      <TableCell data-label={m.applicant}>
        <Two first={entry.applicant} second={entry.unit} />
      </TableCell>
      <TableCell data-label={m.project}>
        <Two first={entry.project} second={usages.text(entry.usage)} />
      </TableCell>
      <TableCell data-label={m.scenes} align="right">
        {whole(entry.sceneCount)}
      </TableCell>
      <TableCell data-label={m.size} align="right">
        {formatBytes(entry.sceneBytes)}
      </TableCell>
      <TableCell data-label={m.fetched}>
        <Fetched entry={entry} />
      </TableCell>
    </TableRow>
  );
}

function Fetched({ entry }: { entry: RegistryEntry }) {
  const { registry: m } = useAdminMessages();
  if (entry.lastFetchedAt === null) return entry.getMethod === 2 ? m.onDisk : m.never;
  return (
    <Two first={m.fetchedFiles(entry.fetchedFiles)} second={formatTime(entry.lastFetchedAt)} />
  );
}

function Two({ first, second }: { first: string; second: string }) {
  return (
    <div>
      <Clamped text={first || '—'} />
      {second !== '' && (
        <Typography variant="caption" color="textSecondary" component="div">
          <Clamped text={second} />
        </Typography>
      )}
    </div>
  );
}
