import { type AuditEntry, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName, useFieldValue } from '../parts/fieldWords';
import { usePermissionChange, usePermissionNames } from '../roles/permissionChange';

type Words = Readonly<Record<string, string>>;

/** Name and login name of who did it; empty: nobody who is known. */
const whoOf = ({ byName, byLoginName }: AuditEntry) => `${byName} ${byLoginName}`.trim();

/** The command line comes from nowhere. */
const isFromAfar = ({ subject, clientIp }: AuditEntry) => subject === 'session' || clientIp !== '';

/** Who did it, and what it was done to. */
export function useEntryPeople() {
  const { auditLog: m } = useAdminMessages();
  const thingOf = useThingName();
  return {
    doerOf: (entry: AuditEntry) => whoOf(entry) || (isFromAfar(entry) ? m.unknown : m.commandLine),
    thingOf: (entry: AuditEntry) => thingOf(entry) || whoOf(entry),
  };
}

/** What was done to what sort of thing, with its outcome where that was not to be expected. */
export function useEntryTitle(): (entry: AuditEntry) => string {
  const { auditLog: m } = useAdminMessages();
  const nameOf = useActionName();
  return (entry) => {
    const { subject, outcome } = entry;
    const action = nameOf(entry);
    // What a newer version of the server knows has no words here yet.
    const sort = m.subjects[subject] ?? subject;
    // Signing in is done to nothing else.
    const isSaid = subject === 'session' && action !== entry.action;
    return [isSaid ? '' : sort, action, outcome === 'refused' ? m.outcomes.refused : '']
      .filter(Boolean)
      .join(' · ');
  };
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
  const words: Readonly<Partial<Record<string, Words>>> = {
    account: users.actions,
    role: roles.actions,
    scope: scopes.actions,
    catalogue: directory.actions,
    region: regions.actions,
    subscription: subscriptionDesk.actions,
    order: {
      ...orderAction,
      ...systemAction,
      import: m.importOrders,
      undo_decision: m.undoDecision,
    },
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
    shelf: m.shelf,
    webhook: m.destinations,
    request: m.methods,
  };
  return ({ subject, action }) => {
    const own: Words = words[subject] ?? plain;
    return own[action] ?? action;
  };
}

/** What people call the thing: a list of the dictionary and a switch by its page's word, all else as it was called then. */
function useThingName(): (entry: AuditEntry) => string {
  const { dictionary, auditLog } = useAdminMessages();
  const words: Readonly<Partial<Record<string, Words>>> = {
    dictionary: dictionary.kinds,
    setting: auditLog.fields,
  };
  return ({ subject, subjectName }) => words[subject]?.[subjectName] ?? subjectName;
}

/** Why it was done, or why it was refused. */
export function useReason(): (entry: AuditEntry) => string {
  const refusals: Words = useAdminMessages().auditLog.refusals;
  return ({ outcome, reason }) => (outcome === 'refused' ? (refusals[reason] ?? reason) : reason);
}

/** A field of the thing, with what it was and what it became, in words. */
export interface WordedChange {
  /** Empty: the thing's status, which needs no name in a line. */
  name: string;
  before: string;
  after: string;
  /** What was added to a list and taken from it, which its two states do not show at a glance. */
  difference: readonly string[];
}

/** What became different, field by field. */
export function useWordedChanges(): (entry: AuditEntry) => WordedChange[] {
  const { orderStatus, common } = useMessages();
  const { auditLog } = useAdminMessages();
  const nameOf = useFieldName();
  const wordOf = useFieldValue();
  const namesOf = usePermissionNames();
  const changeOf = usePermissionChange();
  const states: Words = orderStatus;
  const listed = (names: readonly string[]) => names.join(common.listComma);
  return ({ subject, changes }) =>
    changes.map(({ field, before, after }) => {
      if (field === 'sstatus') {
        const [was, is] = [states[before] ?? before, states[after] ?? after];
        return { name: '', before: was, after: is, difference: [] };
      }
      const name = nameOf(field, subject);
      if (field !== 'permissions')
        return { name, before: wordOf(field, before), after: wordOf(field, after), difference: [] };
      const { added, removed } = changeOf(before, after);
      return {
        name,
        before: listed(namesOf(before)),
        after: listed(namesOf(after)),
        difference: [
          ...(added.length === 0 ? [] : [auditLog.added(listed(added))]),
          ...(removed.length === 0 ? [] : [auditLog.removed(listed(removed))]),
        ],
      };
    });
}

/** What became different, and the reason, in a line. */
export function useChangeLine(): (entry: AuditEntry) => string {
  const { common } = useMessages();
  const { users, auditLog } = useAdminMessages();
  const changesOf = useWordedChanges();
  const reasonOf = useReason();
  const lineOf = ({ name, before, after, difference }: WordedChange) => {
    if (name === '') return [before, after].filter((state) => state !== '').join(' → ');
    if (before !== '' && after !== '' && difference.length > 0)
      return `${name}${common.colon}${difference.join(auditLog.comma)}`;
    return users.became(name, before, after);
  };
  return (entry) =>
    [...changesOf(entry).map(lineOf), reasonOf(entry)]
      .filter((text) => text !== '')
      .join(auditLog.between);
}
