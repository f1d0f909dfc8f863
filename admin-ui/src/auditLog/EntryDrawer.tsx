import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  type AuditEntry,
  blockRows,
  type Fact,
  Facts,
  formatSecond,
  QueryResult,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { WayBack } from '../parts/WayBack';
import {
  useEntryPeople,
  useEntryTitle,
  useReason,
  useWordedChanges,
  type WordedChange,
} from './entryWords';
import { useEntry } from './useEntry';

/** One entry of the audit log: every fact that it keeps, and each field as it was and as it became. */
export function EntryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { auditLog: m } = useAdminMessages();
  const { notThere } = useMessages();
  const titleOf = useEntryTitle();
  const query = useEntry(id);
  const { data, error } = query;
  return (
    <SideDrawer
      title={data ? titleOf({ ...data, outcome: 'done' }) : error ? notThere.title : '…'}
      width={640}
      onClose={onClose}
      chips={
        data && (
          <ToneChip
            tone={data.outcome === 'refused' ? 'danger' : 'success'}
            label={m.outcomes[data.outcome]}
          />
        )
      }
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(entry) => (
          <>
            <Panel title={m.changes}>
              <ChangeTable entry={entry} />
            </Panel>
            <Panel title={m.facts}>
              <EntryFacts entry={entry} />
            </Panel>
          </>
        )}
      </QueryResult>
    </SideDrawer>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const { auditLog: m } = useAdminMessages();
  const { doerOf, thingOf } = useEntryPeople();
  const titleOf = useEntryTitle();
  const reasonOf = useReason();
  const { at, clientIp, agent, position, code } = entry;
  const facts: Fact[] = [
    [m.at, formatSecond(at)],
    [m.by, doerOf(entry)],
    [m.action, titleOf({ ...entry, outcome: 'done' })],
    [m.thing, thingOf(entry)],
    [m.outcome, m.outcomes[entry.outcome]],
    [m.reason, reasonOf(entry)],
    [m.clientIp, clientIp],
    [m.agent, agent],
    [m.link, position === null ? m.linking : String(position)],
    [m.chainCode, code === null ? m.linking : <code>{code}</code>],
  ];
  return <Facts facts={facts} />;
}

function ChangeTable({ entry }: { entry: AuditEntry }) {
  const { auditLog: m } = useAdminMessages();
  const changes = useWordedChanges()(entry);
  if (changes.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary">
        {m.unchanged}
      </Typography>
    );
  }
  return (
    <Table aria-label={m.changes} sx={COLUMNS}>
      <TableHead>
        <TableRow>
          <TableCell>{m.field}</TableCell>
          <TableCell>{m.before}</TableCell>
          <TableCell>{m.after}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map((change, at) => (
          // A record may tell of the same field twice, such as of two sessions that were ended.
          <ChangeRow key={at} change={change} />
        ))}
      </TableBody>
    </Table>
  );
}

function ChangeRow({ change: { name, before, after, difference } }: { change: WordedChange }) {
  const { auditLog: m } = useAdminMessages();
  return (
    <TableRow>
      <TableCell component="th" scope="row" data-label={m.field}>
        {name || m.status}
      </TableCell>
      <TableCell data-label={m.before}>{before || '—'}</TableCell>
      <TableCell data-label={m.after}>
        <span>
          {after || '—'}
          {before !== '' &&
            difference.map((line) => (
              <Box key={line} component="strong" sx={{ display: 'block', mt: 0.5 }}>
                {line}
              </Box>
            ))}
        </span>
      </TableCell>
    </TableRow>
  );
}

/** Both states have the same room, whichever is longer, and keep their line breaks. */
const COLUMNS = {
  ...blockRows(0),
  tableLayout: 'fixed',
  '& th:first-of-type': { width: { sm: '24%' } },
  '& td, & tbody th': { verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '& tbody th': {
    color: { xs: 'text.primary', sm: 'text.secondary' },
    fontWeight: { xs: 600, sm: 'inherit' },
    // Stands over its two states on phones.
    ...{ display: { xs: 'block', sm: 'table-cell' }, borderBottom: { xs: 0, sm: 1 } },
    borderColor: { sm: 'divider' },
  },
} as const;
