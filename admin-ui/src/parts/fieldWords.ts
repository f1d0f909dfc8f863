import { formatBytes, formatDate, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Places outside and switches, whose fields have words of their own. */
const DESTINATIONS: ReadonlySet<string> = new Set(['push_target', 'webhook', 'setting']);

/** A part of a list of fields, behind the list's name. */
const LIST_PART = /^([a-z0-9_]+) (\w+)$/;

const isListPart = (part: string | undefined): part is 'label' | 'display' | 'query' =>
  part === 'label' || part === 'display' || part === 'query';

/** The name of a field of requests as screens call it; of an account where nothing else is said. */
export function useFieldName() {
  const { person } = useMessages();
  const {
    fields,
    users: m,
    roles: role,
    scopes,
    content,
    news,
    announcements,
    guideVideo,
    directory,
    regions,
    dictionary,
    clientSystems,
    auditLog,
  } = useAdminMessages();
  const destination: Readonly<Record<string, string>> = auditLog.fields;
  const subscription: Readonly<Record<string, string>> = auditLog.subscriptionFields;
  const names: Readonly<Record<string, string>> = {
    subject: scopes.subject,
    nodes: scopes.nodes,
    area: scopes.area,
    until: scopes.until,
    note: scopes.note,
    parent: scopes.parent,
    title: content.title,
    body: content.body,
    state: news.state,
    typeId: news.type,
    publishAt: news.publishAt,
    pinned: news.pinned,
    level: announcements.level,
    from: announcements.from,
    order: content.actions.reorder,
    zh: content.languages.zh,
    en: content.languages.en,
    fileName: guideVideo.file,
    sha256: 'SHA-256',
    captionsZh: guideVideo.captions,
    captionsEn: guideVideo.captions,
    name: m.name,
    permissions: role.permissions,
    administratorsApart: role.separation.tab,
    label: directory.zh,
    labelEn: directory.en,
    objType: directory.objType,
    dataType: directory.dataType,
    collection: directory.collection,
    place: content.actions.reorder,
    areaName: regions.name,
    pinyin: regions.pinyin,
    parentCode: regions.parent,
    outline: regions.outline,
    off: dictionary.off,
    unit: m.unit,
    roles: m.role,
    phoneMobile: person.phoneMobile,
    email: person.email,
    nickName: person.nickName,
    phoneWork: person.phoneWork,
    fax: person.fax,
    address: person.address,
    idNumber: person.idNumber,
    sex: person.sex,
    secondFactor: m.secondFactor,
    recoveryCodesLeft: m.recoveryCodesLeft,
    provider: m.provider,
    acquired: auditLog.fields.acquired,
    received: auditLog.fields.received,
    callsADay: clientSystems.callsADay,
    bytesADay: clientSystems.bytesADay,
  };
  return (field: string, subject = 'account') => {
    const [, list, part] = LIST_PART.exec(field) ?? [];
    if (list !== undefined && isListPart(part)) return `${list} ${fields[part]}`;
    if (subject === 'subscription') return subscription[field] ?? field;
    if (field === 'name' && subject !== 'account') return directory.node;
    return (DESTINATIONS.has(subject) ? destination[field] : names[field]) ?? field;
  };
}

/** A range of moments, as one that is asked for is kept: its days. */
const RANGE = /^(\d{4}-\d\d-\d\dT\S+) \/ (\d{4}-\d\d-\d\dT\S+)$/;

/** Codes in words; all else is what somebody typed. */
export function useFieldValue() {
  const { person, common, role: roles, permission, inbox } = useMessages();
  const { users: m, content, scopes } = useAdminMessages();
  const subjects: Readonly<Record<string, string>> = scopes.subjects;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    sex: person.sexes,
    secondFactor: m.switched,
    administratorsApart: m.switched,
    active: m.switched,
    reorder: m.switched,
    approve_registrations: m.switched,
    state: content.states,
    level: content.levels,
  };
  // Ids of the roles that every installation has stand among the names of others.
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    roles,
    permissions: permission,
    events: inbox.kind,
  };
  return (field: string, value: string) => {
    const names = lists[field];
    if (names !== undefined) {
      const each = value.split(', ').map((one) => names[one] ?? one);
      return each.join(common.listComma);
    }
    // The kind stands before the name.
    if (field === 'subject') return value.replace(/^\w+/, (kind) => subjects[kind] ?? kind);
    if ((field === 'bytesADay' || field === 'dailyBytes') && value !== '')
      return formatBytes(Number(value));
    const [, from, to] = RANGE.exec(value) ?? [];
    if (from !== undefined && to !== undefined) return `${formatDate(from)} – ${formatDate(to)}`;
    return words[field]?.[value] ?? value;
  };
}
