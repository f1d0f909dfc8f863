import {
  formatBytes,
  formatDate,
  formatTime,
  useMessages,
  useResultWords,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Places outside and switches, whose fields have words of their own. */
const DESTINATIONS: ReadonlySet<string> = new Set(['push_target', 'webhook', 'setting']);

/** A part of a list of fields, behind the list's name. */
const LIST_PART = /^([a-z0-9_]+) (\w+)$/;

const isListPart = (part: string | undefined): part is 'label' | 'display' | 'query' =>
  part === 'label' || part === 'display' || part === 'query';

type Words = Readonly<Record<string, string>>;

/** Fields of an application, and the slots of its papers. */
function useOrderFields(): Words {
  const { order, orderAction } = useMessages();
  const { auditLog, desk, detail, dialog } = useAdminMessages();
  return {
    ...auditLog.decisionFields,
    sorder: detail.sorder,
    emergency: dialog.emergencyCause,
    scope: orderAction.reextract,
    expiresAt: order.expiresAt,
    cause: desk.cause,
    applyuser: order.applyuser,
    applyUserPhone: order.applyUserPhone,
    applyUserUnit: order.applyUserUnit,
    productName: order.productName,
    applyUserUsed: order.applyUserUsed,
    getMethod: order.getMethod,
    description: order.description,
    processDescribe: order.processDescribe,
    extractingElements: order.extractingElements,
    assignment: order.assignment,
    wantedEnd: order.wantedEnd,
    dataIds: order.dataCount,
    ...usePaperFields(),
  };
}

/** The slots of papers. */
function usePaperFields(): Words {
  const { attachmentType } = useMessages();
  return {
    'paper.task_source': attachmentType[6],
    'paper.distribution_form': attachmentType[7],
    'paper.introduction_letter': attachmentType[2],
    'paper.id_card': attachmentType[1],
    'paper.other': attachmentType[4],
  };
}

/** Fields of a result that an applicant reports. */
function useResultFields(): Words {
  const { kind, name, authors, month, venue, doi, link, note, orders, state } = useResultWords();
  return { kind, title: name, authors, month, venue, doi, link, note, orders, state };
}

/** Fields of a task that receives scenes. */
function useReceiveFields(): Words {
  const { receiving: m, synchronisation, scopes, auditLog } = useAdminMessages();
  return {
    name: m.name,
    kind: m.kind,
    location: m.source,
    collections: m.collections,
    verification: m.verification,
    settleSeconds: m.settle,
    contents: m.contents,
    region: auditLog.fields.region,
    loginName: m.loginName,
    schedule: m.schedule,
    withFiles: synchronisation.copies,
    area: scopes.area,
    taken: auditLog.fields.acquired,
  };
}

/** What is told of things that are gone, or that went along with others. */
function useFieldsOfTheGone(): Words {
  const { scene } = useMessages();
  const { units, clientSystems } = useAdminMessages();
  return {
    accounts: units.accounts,
    status: units.status,
    tokens: clientSystems.tokens,
    dataIds: scene.dataid,
  };
}

/** What accounts have. */
function useAccountFields(): Words {
  const { person } = useMessages();
  const { users: m, auditLog } = useAdminMessages();
  return {
    name: m.name,
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
    session: m.sessions,
    enabled: auditLog.fields.active,
    secondFactor: m.secondFactor,
    recoveryCodesLeft: m.recoveryCodesLeft,
    provider: m.provider,
    validFrom: m.validFrom,
    approval: auditLog.fields.approve_registrations,
  };
}

/** Fields of things whose own screens name them. */
function useOwnFields(): Readonly<Partial<Record<string, Words>>> {
  const { auditLog, monitor } = useAdminMessages();
  return {
    archive_source: { share: monitor.share, bytesPerSecond: monitor.bandwidth },
    subscription: { ...auditLog.fields, ...auditLog.subscriptionFields, ...usePaperFields() },
    delivery: auditLog.deliveryFields,
    order: useOrderFields(),
    research_result: useResultFields(),
    receive_task: useReceiveFields(),
  };
}

/** The name of a field of requests as screens call it; of an account where nothing else is said. */
export function useFieldName() {
  const {
    fields,
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
  const destination: Words = auditLog.fields;
  const own = useOwnFields();
  const names: Words = {
    ...useFieldsOfTheGone(),
    ...useAccountFields(),
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
    callsADay: clientSystems.callsADay,
    bytesADay: clientSystems.bytesADay,
  };
  return (field: string, subject = 'account') => {
    const [, list, part] = LIST_PART.exec(field) ?? [];
    if (list !== undefined && isListPart(part)) return `${list} ${fields[part]}`;
    const special = own[subject];
    if (special !== undefined) return special[field] ?? field;
    if (field === 'name' && subject !== 'account') return directory.node;
    return (DESTINATIONS.has(subject) ? destination[field] : names[field]) ?? field;
  };
}

/** A range of moments, as one that is asked for is kept: its days. */
const RANGE = /^(\d{4}-\d\d-\d\dT\S+) \/ (\d{4}-\d\d-\d\dT\S+)$/;

/** Numbers of bytes, and of bytes a second. */
const VOLUMES: ReadonlySet<string> = new Set(['bytesADay', 'dailyBytes', 'push_daily_bytes']);
const RATES: ReadonlySet<string> = new Set([
  'bytesPerSecond',
  'mostBytesPerSecond',
  'push_bytes_per_second',
]);

/** Codes in words; all else is what somebody typed. */
export function useFieldValue() {
  const { person, common, detail, role: roles, inbox, getMethod } = useMessages();
  const {
    users: m,
    content,
    scopes,
    regions,
    units,
    receiving,
    synchronisation,
    auditLog,
    desk,
  } = useAdminMessages();
  const result = useResultWords();
  const subjects: Words = scopes.subjects;
  const words: Readonly<Record<string, Words>> = {
    sex: person.sexes,
    secondFactor: m.switched,
    administratorsApart: m.switched,
    active: m.switched,
    enabled: m.switched,
    reorder: m.switched,
    approve_registrations: m.switched,
    state: { ...content.states, ...result.states },
    kind: { ...result.kinds, ...receiving.kinds },
    getMethod,
    level: { ...content.levels, ...regions.levels },
    status: { 0: units.notOffered, 1: units.inUse },
    verification: receiving.verifications,
    contents: receiving.contentKinds,
    decision: { approve: desk.approve, reject: desk.reject },
    catalogueOnly: { leave_out: auditLog.leftOut },
    approval: { ...m.statuses, approved: desk.decided.approve },
    scope: { all: detail.reextractAll, failed: detail.reextractFailedOnly },
    withFiles: { true: synchronisation.withFiles, false: synchronisation.catalogueAlone },
  };
  // Ids of the roles that every installation has stand among the names of others.
  const lists: Readonly<Record<string, Words>> = {
    roles,
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
    if (VOLUMES.has(field) && value !== '') return formatBytes(Number(value));
    if (RATES.has(field) && value !== '') return `${formatBytes(Number(value))}/s`;
    if (field === 'schedule' && /^\d+$/.test(value)) return receiving.every(Number(value));
    if ((field === 'validFrom' || field === 'expiresAt') && value !== '') return formatTime(value);
    // When it began, and from where.
    if (field === 'session' && value !== '') return value.replace(/^\S+/, formatTime);
    const [, from, to] = RANGE.exec(value) ?? [];
    if (from !== undefined && to !== undefined) return `${formatDate(from)} – ${formatDate(to)}`;
    return words[field]?.[value] ?? value;
  };
}
