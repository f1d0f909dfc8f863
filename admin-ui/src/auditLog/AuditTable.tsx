import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { type AuditEntry, Clamped, formatTime, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { useFieldName, useFieldValue } from '../parts/fieldWords';

/** Entries of the audit log. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { auditLog: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(900)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 150 }}>{m.at}</TableCell>
            <TableCell sx={{ width: 160 }}>{m.by}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.action}</TableCell>
            <TableCell sx={{ width: 210 }}>{m.thing}</TableCell>
            <TableCell>{m.changes}</TableCell>
            <TableCell sx={{ width: 120 }}>{m.clientIp}</TableCell>
            <TableCell align="right" sx={{ width: 80 }}>
              {m.link}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <AuditLine key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function AuditLine({ entry }: { entry: AuditEntry }) {
  const { auditLog: m } = useAdminMessages();
  const nameOf = useActionName();
  const thingOf = useThingName();
  const changes = useChanges()(entry);
  const { position, code } = entry;
  const known = `${entry.byName} ${entry.byLoginName}`.trim();
  // The command line comes from nowhere.
  const isFromAfar = entry.subject === 'session' || entry.clientIp !== '';
  const nobody = isFromAfar ? m.unknown : m.commandLine;
  return (
    <TableRow hover>
      <TableCell data-label={m.at}>{formatTime(entry.at)}</TableCell>
      <TableCell data-label={m.by}>
        <Clamped text={known || nobody} />
      </TableCell>
      <TableCell data-label={m.action}>
        {m.subjects[entry.subject]} · {nameOf(entry)}
        {entry.outcome === 'refused' && ` · ${m.outcomes.refused}`}
      </TableCell>
      <TableCell data-label={m.thing}>
        <Clamped text={thingOf(entry) || known || '—'} />
      </TableCell>
      <TableCell data-label={m.changes}>
        <Clamped text={changes || '—'} />
      </TableCell>
      <TableCell data-label={m.clientIp}>{entry.clientIp || '—'}</TableCell>
      <TableCell data-label={m.link} align="right">
        {position === null || code === null ? (
          m.linking
        ) : (
          <Tooltip title={m.code(code)}>
            <span>{position}</span>
          </Tooltip>
        )}
      </TableCell>
    </TableRow>
  );
}

/** What was done, in the words that the thing's own screen has for it. */
function useActionName(): (entry: AuditEntry) => string {
  const { orderAction, systemAction } = useMessages();
  const {
    auditLog: m,
    users,
    roles,
    scopes,
    directory,
    content,
    regions,
    subscriptionDesk,
  } = useAdminMessages();
  const plain = { sign_in: m.signIn, sign_out: m.signOut, open: m.open, change: m.change };
  const words: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
    account: users.actions,
    role: roles.actions,
    scope: scopes.actions,
    catalogue: directory.actions,
    region: regions.actions,
    subscription: subscriptionDesk.actions,
    order: { ...orderAction, ...systemAction },
    news_type: content.actions,
    news: content.actions,
    announcement: content.actions,
    content_page: content.actions,
    guide_video: content.actions,
  };
  return ({ subject, action }) => {
    const own: Readonly<Record<string, string>> = words[subject] ?? plain;
    return own[action] ?? action;
  };
}

/** What people call the thing: a list of the dictionary by its page's word, all else as it was called then. */
function useThingName(): (entry: AuditEntry) => string {
  const { dictionary } = useAdminMessages();
  const lists: Readonly<Record<string, string>> = dictionary.kinds;
  return ({ subject, subjectName }) =>
    subject === 'dictionary' ? (lists[subjectName] ?? subjectName) : subjectName;
}

/** The reason, and what became different. */
function useChanges(): (entry: AuditEntry) => string {
  const { orderStatus } = useMessages();
  const { users, auditLog } = useAdminMessages();
  const nameOf = useFieldName();
  const wordOf = useFieldValue();
  const states: Readonly<Record<string, string>> = orderStatus;
  return ({ subject, reason, changes }) => {
    const parts = changes.map(({ field, before, after }) =>
      field === 'sstatus'
        ? [before, after]
            .filter((state) => state !== '')
            .map((state) => states[state] ?? state)
            .join(' → ')
        : users.became(nameOf(field, subject), wordOf(field, before), wordOf(field, after)),
    );
    return [...parts, reason].filter((text) => text !== '').join(auditLog.between);
  };
}
