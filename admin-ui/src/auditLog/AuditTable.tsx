import Tooltip from '@mui/material/Tooltip';
import { type AuditEntry, Clamped, EmptyState, formatTime } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { OpenLink } from '../parts/list/OpenLink';
import { useChangeLine, useEntryPeople, useEntryTitle } from './entryWords';

/** The server writes the text file. */
const WORKBOOK_ONLY = ['xlsx'] as const;

/** Entries of the audit log; the whole row opens one. */
export function AuditTable({ onOpen }: { onOpen: (id: string) => void }) {
  const { auditLog: m } = useAdminMessages();
  const { doerOf, thingOf } = useEntryPeople();
  const titleOf = useEntryTitle();
  const changesOf = useChangeLine();
  return (
    <ListRows
      label={m.title}
      savedAs={m.title}
      savedIn={WORKBOOK_ONLY}
      minWidth={1080}
      empty={<EmptyState title={m.empty} />}
      onOpen={onOpen}
      below={<OlderRows label={m.older} />}
    >
      <Column<AuditEntry>
        source="at"
        label={m.at}
        width={145}
        saved={({ at }) => formatTime(at)}
        render={(entry) => (
          <OpenLink
            name={formatTime(entry.at)}
            label={m.openEntry(formatTime(entry.at), `${titleOf(entry)} ${thingOf(entry)}`)}
            onOpen={() => onOpen(String(entry.id))}
          />
        )}
      />
      <Column<AuditEntry>
        source="by"
        label={m.by}
        width={140}
        saved={doerOf}
        render={(entry) => <Clamped text={doerOf(entry)} />}
      />
      <Column<AuditEntry> source="action" label={m.action} width={140} render={titleOf} />
      <Column<AuditEntry>
        source="thing"
        label={m.thing}
        width={170}
        minWidth={150}
        saved={thingOf}
        render={(entry) => <Clamped text={thingOf(entry) || '—'} />}
      />
      <Column<AuditEntry>
        source="changes"
        label={m.changes}
        minWidth={200}
        saved={changesOf}
        render={(entry) => <Clamped text={changesOf(entry) || '—'} />}
      />
      <Column<AuditEntry>
        source="clientIp"
        label={m.clientIp}
        width={115}
        saved={({ clientIp }) => clientIp}
        render={({ clientIp }) => clientIp || '—'}
      />
      <Column<AuditEntry>
        source="agent"
        label={m.agent}
        width={110}
        saved={({ agent }) => agent}
        render={({ agent }) => <Clamped text={agent || '—'} />}
      />
      <Column<AuditEntry>
        source="link"
        label={m.link}
        width={70}
        numeric
        saved={({ position }) => ({ value: position, as: 'whole' })}
        render={(entry) => <ChainLink entry={entry} />}
      />
    </ListRows>
  );
}

/** Where the entry stands in the chain. */
function ChainLink({ entry: { position, code } }: { entry: AuditEntry }) {
  const { auditLog: m } = useAdminMessages();
  if (position === null || code === null) return m.linking;
  return (
    <Tooltip title={m.code(code)}>
      <span>{position}</span>
    </Tooltip>
  );
}
