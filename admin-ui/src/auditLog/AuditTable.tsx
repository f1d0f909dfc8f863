import Tooltip from '@mui/material/Tooltip';
import { type AuditEntry, Clamped, EmptyState, formatTime, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName, useFieldValue } from '../parts/fieldWords';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';

/** The server writes the text file. */
const WORKBOOK_ONLY = ['xlsx'] as const;

/** Entries of the audit log. */
export function AuditTable() {
  const { auditLog: m } = useAdminMessages();
  const nameOf = useActionName();
  const thingOf = useThingName();
  const changesOf = useChanges();
  const doerOf = (entry: AuditEntry) =>
    whoOf(entry) || (isFromAfar(entry) ? m.unknown : m.commandLine);
  const actionOf = (entry: AuditEntry) =>
    [
      m.subjects[entry.subject],
      nameOf(entry),
      entry.outcome === 'refused' ? m.outcomes.refused : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ListRows
      label={m.title}
      savedAs={m.title}
      savedIn={WORKBOOK_ONLY}
      minWidth={1040}
      empty={<EmptyState title={m.empty} />}
      below={<OlderRows label={m.older} />}
    >
      <Column<AuditEntry>
        source="at"
        label={m.at}
        width={150}
        render={({ at }) => formatTime(at)}
      />
      <Column<AuditEntry>
        source="by"
        label={m.by}
        width={160}
        saved={doerOf}
        render={(entry) => <Clamped text={doerOf(entry)} />}
      />
      <Column<AuditEntry> source="action" label={m.action} width={150} render={actionOf} />
      <Column<AuditEntry>
        source="thing"
        label={m.thing}
        width={210}
        saved={(entry) => thingOf(entry) || whoOf(entry)}
        render={(entry) => <Clamped text={thingOf(entry) || whoOf(entry) || '—'} />}
      />
      <Column<AuditEntry>
        source="changes"
        label={m.changes}
        saved={changesOf}
        render={(entry) => <Clamped text={changesOf(entry) || '—'} />}
      />
      <Column<AuditEntry>
        source="clientIp"
        label={m.clientIp}
        width={120}
        saved={({ clientIp }) => clientIp}
        render={({ clientIp }) => clientIp || '—'}
      />
      <Column<AuditEntry>
        source="agent"
        label={m.agent}
        width={140}
        saved={({ agent }) => agent}
        render={({ agent }) => <Clamped text={agent || '—'} />}
      />
      <Column<AuditEntry>
        source="link"
        label={m.link}
        width={80}
        numeric
        saved={({ position }) => ({ value: position, as: 'whole' })}
        render={(entry) => <ChainLink entry={entry} />}
      />
    </ListRows>
  );
}

const whoOf = ({ byName, byLoginName }: AuditEntry) => `${byName} ${byLoginName}`.trim();

/** The command line comes from nowhere. */
const isFromAfar = ({ subject, clientIp }: AuditEntry) => subject === 'session' || clientIp !== '';

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
    receiving,
    results,
    clientSystems,
  } = useAdminMessages();
  const plain = {
    sign_in: m.signIn,
    sign_out: m.signOut,
    open: m.open,
    change: m.change,
    end_session: m.endSession,
    probe: m.probe,
  };
  const words: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
    account: users.actions,
    role: roles.actions,
    scope: scopes.actions,
    catalogue: directory.actions,
    region: regions.actions,
    subscription: subscriptionDesk.actions,
    order: { ...orderAction, ...systemAction, import: m.importOrders },
    news_type: content.actions,
    news: content.actions,
    announcement: content.actions,
    content_page: content.actions,
    content_picture: content.actions,
    guide_video: content.actions,
    yearly_report: content.actions,
    receive_task: receiving.actions,
    research_result: { check: results.check, refuse: results.refuse, ...results.own },
    client_system: clientSystems.actions,
    push_target: m.destinations,
    webhook: m.destinations,
    request: m.methods,
  };
  return ({ subject, action }) => {
    const own: Readonly<Record<string, string>> = words[subject] ?? plain;
    return own[action] ?? action;
  };
}

/** What people call the thing: a list of the dictionary and a switch by its page's word, all else as it was called then. */
function useThingName(): (entry: AuditEntry) => string {
  const { dictionary, auditLog } = useAdminMessages();
  const words: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
    dictionary: dictionary.kinds,
    setting: auditLog.fields,
  };
  return ({ subject, subjectName }) => words[subject]?.[subjectName] ?? subjectName;
}

/** The reason, and what became different. */
function useChanges(): (entry: AuditEntry) => string {
  const { orderStatus } = useMessages();
  const { users, auditLog } = useAdminMessages();
  const nameOf = useFieldName();
  const wordOf = useFieldValue();
  const states: Readonly<Record<string, string>> = orderStatus;
  const refusals: Readonly<Record<string, string>> = auditLog.refusals;
  return ({ subject, outcome, reason, changes }) => {
    const parts = changes.map(({ field, before, after }) =>
      field === 'sstatus'
        ? [before, after]
            .filter((state) => state !== '')
            .map((state) => states[state] ?? state)
            .join(' → ')
        : users.became(nameOf(field, subject), wordOf(field, before), wordOf(field, after)),
    );
    const why = outcome === 'refused' ? (refusals[reason] ?? reason) : reason;
    return [...parts, why].filter((text) => text !== '').join(auditLog.between);
  };
}
