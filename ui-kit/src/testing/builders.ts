import { NOBODY } from '../account/personForm';
import type {
  Attachment,
  AttachmentType,
  Config,
  ExportStatus,
  Me,
  MenuPages,
  MenuPart,
  Notice,
  Order,
  OrderEvent,
  OrderScene,
  Permission,
  PortalPage,
  QueuedOrder,
  Role,
  Scene,
  Session,
  StoredRole,
  User,
} from '../api/types';
import { CONFIG_DEFAULTS } from '../api/useConfig';

/** What each role of a new installation allows. */
export const AUTHORITIES: Readonly<Record<Role, Permission[]>> = {
  applicant: ['/shop/list', '/order/mine', '/order/create', '/export/list', '/unit/add'],
  admin: [
    '/export/list',
    '/unit/add',
    '/order/all',
    '/order/audit',
    '/stat/orders',
    '/stat/behaviours',
    '/log/list',
    '/log/audit',
    '/log/auditors',
    '/scene/all',
    '/scope/save',
    '/survey/list',
    '/registry/list',
    '/report/note',
    '/report/publish',
    '/content/list',
    '/content/save',
    '/content/video',
    '/user/list',
    '/user/save',
    '/role/save',
    '/role/grant',
    '/catalogue/save',
    '/catalog/fields',
    '/system/config',
    '/webhook/list',
    '/scene/file',
    '/client/save',
    '/dictionary/save',
    '/monitor/list',
  ],
  operator: [
    '/order/all',
    '/stat/orders',
    '/stat/behaviours',
    '/report/note',
    '/content/list',
    '/content/video',
  ],
};

const PUBLIC_PAGES: readonly PortalPage[] = ['search', 'products', 'guide', 'news', 'contact'];

const PUBLIC_LINES = [
  { key: 'search', path: '/search' },
  { key: 'products', path: '/productIntro' },
  { key: 'guide', path: '/userGuide' },
  { key: 'news', path: '/news' },
  { key: 'contact', path: '/contactUs' },
];
const bar = (...own: [key: string, path: string][]): MenuPart => ({
  key: 'portal',
  children: [...PUBLIC_LINES, ...own.map(([key, path]) => ({ key, path }))],
});
const OFFICE: MenuPart = { key: 'office', children: [{ key: 'office', path: '/admin/' }] };

/** The menu of each of them, and of guests. */
export const MENUS: Readonly<Record<Role | 'guest', MenuPart[]>> = {
  guest: [bar()],
  applicant: [
    bar(['userCentre', '/manage/person/shopCar'], ['orders', '/manage/person/orderManage']),
  ],
  admin: [
    bar(['orders', '/manage/person/orderManage_stayAudit'], ['userCentre', '/account']),
    OFFICE,
  ],
  operator: [
    bar(['orders', '/manage/person/orderManage_pastAudit'], ['userCentre', '/account']),
    OFFICE,
  ],
};

/** What the menus offer each of them. */
export const PAGES: Readonly<Record<Role, MenuPages>> = {
  applicant: {
    portal: [...PUBLIC_PAGES, 'cart', 'orders', 'subscriptions', 'exports'],
    office: [],
  },
  admin: {
    portal: [...PUBLIC_PAGES, 'orders', 'exports', 'office'],
    office: [
      'dashboard',
      'auditDesk',
      'orders',
      'subscriptions',
      'inbox',
      'orderStatistics',
      'behaviourStatistics',
      'receiveStatistics',
      'downloadStatistics',
      'coverage',
      'metadataExport',
      'registry',
      'results',
      'yearlyReport',
      'survey',
      'users',
      'roles',
      'scopes',
      'auditLog',
      'units',
      'webhooks',
      'directory',
      'receiving',
      'synchronisation',
      'clientSystems',
      'fields',
      'instruments',
      'regions',
      'dictionary',
      'monitor',
      'system',
      'news',
      'newsTypes',
      'announcements',
      'contentPages',
      'guideVideo',
    ],
  },
  operator: {
    portal: [...PUBLIC_PAGES, 'orders', 'office'],
    office: [
      'dashboard',
      'orders',
      'inbox',
      'orderStatistics',
      'behaviourStatistics',
      'receiveStatistics',
      'downloadStatistics',
      'coverage',
      'results',
      'yearlyReport',
      'news',
      'newsTypes',
      'announcements',
      'contentPages',
      'guideVideo',
    ],
  },
};

/** The applicant whose orders the builders make. */
export const APPLICANT: Me = {
  id: '1',
  loginName: 'applicant',
  userName: '王工',
  role: 'applicant',
  unit: '地质一队',
  phone: '13800000000',
  authorities: AUTHORITIES.applicant,
  hasPassword: true,
  pages: PAGES.applicant,
  menu: MENUS.applicant,
};

/** An applicant's account as administrators see it. */
export function buildUser(changes: Partial<User> = {}): User {
  return {
    id: '1',
    loginName: 'applicant',
    type: 'formal',
    role: 'applicant',
    roles: [{ id: 'applicant', name: '' }],
    status: 'active',
    refusalReason: '',
    person: { ...NOBODY, name: '王工', unit: '地质一队', phoneMobile: '13800000000' },
    createdAt: '2026-11-01T02:00:00Z',
    lastSignedInAt: '2026-11-20T01:00:00Z',
    sessions: 1,
    demo: false,
    secondFactor: false,
    validUntil: null,
    ...changes,
  };
}

/** A role that somebody made. */
export function buildRole(changes: Partial<StoredRole> = {}): StoredRole {
  return {
    id: 'r1',
    name: '',
    note: '',
    builtIn: false,
    permissions: AUTHORITIES.applicant,
    secondFactor: false,
    members: 0,
    createdAt: '2026-11-01T02:00:00Z',
    ...changes,
  };
}

/** A session that lives. */
export function buildSession(changes: Partial<Session> = {}): Session {
  return {
    id: 's1',
    begunAt: '2026-11-20T01:00:00Z',
    lastSeenAt: '2026-11-20T01:30:00Z',
    expiresAt: '2026-11-21T01:00:00Z',
    clientIp: '192.0.2.7',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36',
    current: false,
    ...changes,
  };
}

/** How the installation of the tests is set up: without captcha, and with a contact. */
export function buildConfig(changes: Partial<Config> = {}): Config {
  return {
    ...CONFIG_DEFAULTS,
    contactTele: '010-1234',
    contactAddress: '学院路 29 号',
    contactPost: '100083',
    captcha: false,
    uploadMaxBytes: 1,
    passwordResetByMail: true,
    ftpClientUrl: 'https://ftp.example/',
    menu: MENUS.guest,
    ...changes,
  };
}

/** An order that waits for its audit, with half of its four scenes extracted. */
export function buildOrder(changes: Partial<Order> = {}): Order {
  return {
    id: '7',
    ordername: '20261121WP150405006',
    sstatus: 0,
    type: 0,
    dataType: '0',
    applyuser: '王工',
    applyUserPhone: '13800000000',
    applyUserUnit: '地质一队',
    applyUserUsed: '科研',
    productName: '项目甲',
    getMethod: 0,
    description: null,
    processDescribe: null,
    extractingElements: null,
    assignment: null,
    wantedEnd: null,
    cause: null,
    auditor: null,
    creattime: '2026-11-21T07:04:05Z',
    updatetime: '2026-11-21T07:04:05Z',
    submittedAt: '2026-11-21T07:04:05.123456Z',
    endtime: null,
    dataSum: '1.0 GB',
    dataSize: 1024 ** 3,
    dataCount: 4,
    unsizedCount: 0,
    catalogueOnly: 0,
    emergency: null,
    delaytime: null,
    edit: false,
    downlodPathFile: null,
    loginUser: 'applicant',
    userid: '1',
    userName: '王工',
    groupName: null,
    sorder: 10,
    dataPercent: {
      percentStr: '50%',
      allSize: 4,
      isin: 2,
      failed: 1,
      doing: 1,
      bytesDone: 0,
      bytesAll: 1024 ** 3,
      stage: null,
      stagePercent: null,
    },
    expiresAt: null,
    cancelledBy: null,
    downloads: [],
    attachments: [],
    actions: [],
    ...changes,
  };
}

/** The same order as it waits in the queue of the audit desk. */
export function buildQueuedOrder(id: string, changes: Partial<QueuedOrder> = {}): QueuedOrder {
  return {
    id,
    ordername: `WP${id}`,
    applyuser: '王工',
    applyUserUnit: '地质一队',
    productName: `项目 ${id}`,
    sorder: 10,
    dataCount: 4,
    dataSize: 1024 ** 3,
    unsizedCount: 0,
    since: '2026-11-21T01:04:05Z',
    returned: false,
    own: false,
    decision: null,
    ...changes,
  };
}

/** The paper in a slot of an order. */
export function buildAttachment(type: AttachmentType): Attachment {
  const fileName = `附件${type}.pdf`;
  return {
    attachmentId: `a${type}`,
    type,
    fileName,
    fDataName: `20261121WP112233444${fileName}`,
    fDataPath: `/api/attachments/a${type}`,
    size: 2048,
    mediaType: 'application/pdf',
    creattime: '2026-11-20T03:00:00Z',
  };
}

export function buildScene(dataid: string, changes: Partial<Scene> = {}): Scene {
  return {
    dataid,
    dataname: `景 ${dataid}`,
    datatype: 0,
    satelite: 'GF1',
    sensor: 'PMS',
    nodeid: 1,
    datasize: 1024,
    scenedate: null,
    receivetime: null,
    wktresponse: null,
    cloud: null,
    imageurl: null,
    exists: true,
    ...changes,
  };
}

/** A scene of an order that is being extracted. */
export function buildOrderScene(did: number, changes: Partial<OrderScene> = {}): OrderScene {
  return {
    ...buildScene(`d${did}`),
    did,
    sstatus: 1,
    flog: null,
    flogMessage: null,
    bytesDone: 0,
    sha256: null,
    ...changes,
  };
}

/** An administrator's step from submitted to approved. */
export function buildOrderEvent(
  at: string,
  action: string,
  changes: Partial<OrderEvent> = {},
): OrderEvent {
  return {
    at,
    action,
    actor: '李四',
    role: 'admin',
    from: 0,
    to: 1,
    reasonCode: null,
    text: null,
    message: null,
    ...changes,
  };
}

/** An unread notice of data that is ready. */
export function buildNotice(id: number, changes: Partial<Notice> = {}): Notice {
  return {
    id,
    at: '2026-11-21T10:49:15Z',
    kind: 'prepared',
    message: null,
    text: `您的订单 ${id} 的数据已准备完成`,
    orderId: `o${id}`,
    ordername: `WP${id}`,
    read: false,
    downloads: [],
    ...changes,
  };
}

/** An export that is done. */
export function buildExport(changes: Partial<ExportStatus> = {}): ExportStatus {
  return {
    uuid: 'u1',
    kind: 'xlsx',
    content: 'list',
    fileName: '景.xlsx',
    count: 12,
    written: 12,
    F_STATUS: '1',
    F_ZIPURL: '/api/exports/u1/file',
    message: null,
    failure: null,
    creattime: '2026-11-21T07:04:05Z',
    expiresAt: null,
    ...changes,
  };
}
