import type { BlankFormFormat } from '../orders/tables';
import { type RequestOptions, request, requestFile } from './client';
import type {
  Attachment,
  AttachmentType,
  Captcha,
  CartChange,
  CatalogNode,
  CatalogueOnlyChoice,
  Config,
  Delivery,
  EarlierAttachment,
  EarlierQuery,
  ExportRequest,
  ExportStatus,
  Feedback,
  FeedbackDocumentType,
  GroupName,
  HeldScene,
  Inbox,
  InboxSettings,
  Login,
  Me,
  NewWebhook,
  NoticeKind,
  Order,
  OrderChange,
  OrderDraft,
  OrderEvent,
  OrderQuery,
  OrderScene,
  Page,
  PageQuery,
  PaperHistory,
  Pickup,
  Process,
  SatelliteCount,
  Scene,
  SceneSearch,
  Settings,
  Unit,
  UploadedAttachment,
  Webhook,
} from './types';

type Signal = Pick<RequestOptions, 'signal'>;

const order = (id: string) => `/api/orders/${encodeURIComponent(id)}`;

const auth = {
  captcha: () => request<Captcha>('POST', '/api/auth/captcha'),
  login: (body: Login) => request<{ token: string }>('POST', '/api/auth/login', { body }),
  logout: () => request<void>('POST', '/api/auth/logout'),
  me: (options: Signal = {}) => request<Me>('GET', '/api/auth/me', options),
};

const scenes = {
  tree: (options: Signal = {}) => request<CatalogNode[]>('GET', '/api/catalog/tree', options),
  search: (body: SceneSearch, options: Signal = {}) =>
    request<Page<Scene>>('POST', '/api/scenes/search', { ...options, body }),
  get: (dataId: string, options: Signal = {}) =>
    request<Scene>('GET', `/api/scenes/${encodeURIComponent(dataId)}`, options),
  satellites: (options: Signal = {}) =>
    request<Page<SatelliteCount>>('GET', '/api/scenes/satellites', options),
  /** Which of these scenes the caller already holds. */
  held: (dataIds: string[], options: Signal = {}) =>
    request<Page<HeldScene>>('POST', '/api/scenes/held', { ...options, body: { dataIds } }),
};

/** `typeId` 1 is the thumbnail, 2 the preview. The server answers 404 when a scene has no picture. */
export function sceneImageUrl(dataId: string, typeId: 1 | 2): string {
  return `/api/scenes/${encodeURIComponent(dataId)}/image?typeId=${typeId}`;
}

const cart = {
  list: (query: PageQuery = {}, options: Signal = {}) =>
    request<Page<Scene>>('GET', '/api/cart', { ...options, query }),
  add: (dataIds: string[]) => request<CartChange>('POST', '/api/cart', { body: { dataIds } }),
  remove: (dataIds: string[]) => request<CartChange>('DELETE', '/api/cart', { body: { dataIds } }),
};

const attachments = {
  upload: (file: File, type: AttachmentType | FeedbackDocumentType, options: Signal = {}) => {
    const body = new FormData();
    body.append('type', String(type));
    body.append('file', file);
    return request<UploadedAttachment>('POST', '/api/attachments', { ...options, body });
  },
  /** Papers of the caller's own orders that fit a slot. */
  earlier: (query: EarlierQuery, options: Signal = {}) =>
    request<Page<EarlierAttachment>>('GET', '/api/attachments', { ...options, query }),
  /** Makes a paper of an earlier order ready for another. */
  reuse: (attachmentId: string) =>
    request<UploadedAttachment>('POST', '/api/attachments/reuse', { body: { attachmentId } }),
};

export function attachmentUrl(attachmentId: string): string {
  return `/api/attachments/${encodeURIComponent(attachmentId)}`;
}

const orders = {
  list: (query: OrderQuery, options: Signal = {}) =>
    request<Page<Order>>('GET', '/api/orders', { ...options, query }),
  get: (id: string, options: Signal = {}) => request<Order>('GET', order(id), options),
  /** `key` makes a repeated request create one order only. */
  create: (body: OrderDraft, key: string) =>
    request<Order>('POST', '/api/orders', { body, headers: { 'Idempotency-Key': key } }),
  update: (id: string, body: OrderChange) => request<Order>('PUT', order(id), { body }),
  remove: (ids: string[]) => request<unknown>('DELETE', '/api/orders', { body: { ids } }),
  /** `catalogueOnly` is needed when the order holds scenes that only the catalogue knows. */
  submit: (id: string, catalogueOnly?: CatalogueOnlyChoice) =>
    request<Order>('POST', `${order(id)}/submit`, { query: { catalogueOnly } }),
  withdraw: (id: string) => request<Order>('POST', `${order(id)}/withdraw`),
  /** `leave_out` takes scenes that only the catalogue knows out of the order. */
  approve: (id: string, catalogueOnly: CatalogueOnlyChoice = 'ask') =>
    request<Order>('POST', `${order(id)}/approve`, { query: { catalogueOnly } }),
  reject: (id: string, cause: string) =>
    request<Order>('POST', `${order(id)}/reject`, { body: { cause } }),
  reextract: (id: string, scope: 'all' | 'failed', priority: number) =>
    request<Order>('POST', `${order(id)}/reextract`, { body: { scope, priority } }),
  continueWithoutFailed: (id: string) => request<Order>('POST', `${order(id)}/continue`),
  cancelPreparation: (id: string, cause: string) =>
    request<Order>('POST', `${order(id)}/cancel`, { body: { cause } }),
  complete: (id: string) => request<Order>('POST', `${order(id)}/complete`),
  markOverdue: (id: string) => request<Order>('POST', `${order(id)}/overdue`),
  reopen: (id: string) => request<Order>('POST', `${order(id)}/reopen`),
  feedback: (id: string, body: Feedback) =>
    request<Order>('POST', `${order(id)}/feedback`, { body }),
  scenes: (id: string, query: PageQuery, options: Signal = {}) =>
    request<Page<OrderScene>>('GET', `${order(id)}/scenes`, { ...options, query }),
  /** Adds scenes to a draft or a rejected order of the caller's own. */
  addScenes: (id: string, dataIds: string[]) =>
    request<{ added: number; order: Order }>('POST', `${order(id)}/scenes`, { body: { dataIds } }),
  footprint: (id: string, options: Signal = {}) =>
    request<{ wkt: string }>('GET', `${order(id)}/footprint`, options),
  attachments: (id: string, options: Signal = {}) =>
    request<Page<Attachment>>('GET', `${order(id)}/attachments`, options),
  events: (id: string, options: Signal = {}) =>
    request<Page<OrderEvent>>('GET', `${order(id)}/events`, options),
  delivery: (id: string, options: Signal = {}) =>
    request<Delivery>('GET', `${order(id)}/delivery`, options),
  setPriority: (id: string, sorder: number) =>
    request<Order>('POST', `${order(id)}/priority`, { body: { sorder } }),
  /** A new draft with the same form, scenes and papers; `failed`: only the scenes that failed. */
  clone: (id: string, scope: 'all' | 'failed', key: string) =>
    request<Order>('POST', `${order(id)}/clone`, {
      body: { scope },
      headers: { 'Idempotency-Key': key },
    }),
  requestExtension: (id: string, reason: string) =>
    request<Order>('POST', `${order(id)}/extend`, { body: { reason } }),
  extend: (id: string, days: number) =>
    request<Order>('POST', `${order(id)}/extension`, { body: { days } }),
  pickup: (id: string, options: Signal = {}) =>
    request<Pickup>('GET', `${order(id)}/pickup`, options),
  paperHistory: (id: string, options: Signal = {}) =>
    request<PaperHistory>('GET', `${order(id)}/attachments/history`, options),
  papersUrl: (id: string) => `${order(id)}/papers.zip`,
  /** Order numbers to complete `q` with. */
  names: (q: string, options: Signal = {}) =>
    request<Page<string>>('GET', '/api/orders/names', { ...options, query: { q } }),
  /** Units of orders to complete `q` with. */
  groups: (q: string, options: Signal = {}) =>
    request<Page<GroupName>>('GET', '/api/orders/groups', { ...options, query: { q } }),
  /** The blank paper of a slot, filled in from a kept order. */
  blankFormUrl: (id: string, type: AttachmentType, format: BlankFormFormat) =>
    `${order(id)}/forms/${type}?format=${format}`,
  /** The same for an application that is not kept yet. */
  blankForm: (
    type: AttachmentType,
    format: BlankFormFormat,
    body: Pick<OrderDraft, 'type' | 'form' | 'dataIds'>,
  ) => requestFile('POST', `/api/forms/${type}`, { query: { format }, body }),
  streamUrl: (id: string) => `${order(id)}/stream`,
};

const system = {
  config: (options: Signal = {}) => request<Config>('GET', '/api/config', options),
  units: (options: Signal = {}) =>
    request<Page<Unit>>('GET', '/api/units', { ...options, query: { status: 1 } }),
  addUnit: (name: string) => request<Unit>('POST', '/api/units', { body: { name, status: 1 } }),
  saveProcesses: (names: string[]) =>
    request<Page<Process>>('PUT', '/api/processes', { body: { names } }),
  processes: (options: Signal = {}) => request<Page<Process>>('GET', '/api/processes', options),
  settings: (options: Signal = {}) => request<Settings>('GET', '/api/settings', options),
  saveSettings: (body: Settings) => request<Settings>('PUT', '/api/settings', { body }),
  feedbackTemplateUrl: '/api/feedback/template',
};

const exports = {
  start: (body: ExportRequest) => request<{ uuid: string }>('POST', '/api/exports', { body }),
  status: (uuid: string, options: Signal = {}) =>
    request<ExportStatus>('GET', `/api/exports/${encodeURIComponent(uuid)}`, options),
  list: (options: Signal = {}) => request<Page<ExportStatus>>('GET', '/api/exports', options),
  remove: (uuid: string) => request<unknown>('DELETE', `/api/exports/${encodeURIComponent(uuid)}`),
};

const inbox = {
  list: (query: PageQuery & { unread?: boolean } = {}, options: Signal = {}) =>
    request<Inbox>('GET', '/api/inbox', { ...options, query }),
  read: (body: { ids: number[] } | { all: true }) =>
    request<unknown>('POST', '/api/inbox/read', { body }),
  settings: (options: Signal = {}) => request<InboxSettings>('GET', '/api/inbox/settings', options),
  saveSettings: (body: InboxSettings) =>
    request<InboxSettings>('PUT', '/api/inbox/settings', { body }),
};

const webhooks = {
  list: (options: Signal = {}) => request<Page<Webhook>>('GET', '/api/webhooks', options),
  create: (url: string, events: NoticeKind[]) =>
    request<NewWebhook>('POST', '/api/webhooks', { body: { url, events } }),
  switch: (id: string, active: boolean) =>
    request<unknown>('PUT', `/api/webhooks/${encodeURIComponent(id)}`, { body: { active } }),
  remove: (id: string) => request<unknown>('DELETE', `/api/webhooks/${encodeURIComponent(id)}`),
};

/** Every call of the HTTP interface that both web apps use. */
export const api = { auth, scenes, cart, attachments, orders, system, exports, inbox, webhooks };
