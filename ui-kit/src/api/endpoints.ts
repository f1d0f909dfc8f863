import type { BlankFormFormat } from '../orders/tables';
import { address, answer, asBearer, type Signal, wire } from './client';
import { wholePerson, wholeUser } from './person';
import type {
  AnswersQuery,
  AttachmentType,
  CatalogueOnlyChoice,
  EarlierQuery,
  ExportRequest,
  FactorCode,
  Feedback,
  FeedbackDocumentType,
  FirstAdministrator,
  InboxSettings,
  Login,
  Me,
  NewDecision,
  NewUser,
  Order,
  OrderAsRead,
  OrderChange,
  OrderDraft,
  OrderQuery,
  OrderScene,
  Page,
  PageQuery,
  PasswordChange,
  Person,
  Registration,
  RoleDraft,
  RolePreviewQuery,
  RoleQuery,
  Scene,
  SceneSearch,
  SecondFactorEnd,
  SettingsChange,
  StatisticsPeriod,
  SurveyAnswer,
  UndecidedStatus,
  User,
  UserChange,
  UserQuery,
} from './types';

/** Of a path that names one thing by its id. */
const at = <Id extends string | number>(id: Id) => ({ path: { id } });

const auth = {
  captcha: () => answer(wire.POST('/api/auth/captcha')),
  login: (body: Login) => answer(wire.POST('/api/auth/login', { body })),
  logout: () => answer(wire.POST('/api/auth/logout')),
  /** Ends the session of a token that this browser may hold no longer. */
  end: (token: string) => answer(wire.POST('/api/auth/logout', asBearer(token))),
  me: (options: Signal = {}): Promise<Me> => answer(wire.GET('/api/auth/me', options)),
  /** Who a token belongs to. */
  owner: (token: string): Promise<Me> => answer(wire.GET('/api/auth/me', asBearer(token))),
  rules: (options: Signal = {}) => answer(wire.GET('/api/auth/rules', options)),
  register: (body: Registration) => answer(wire.POST('/api/auth/register', { body })),
  /** Whether somebody has the account name. */
  exists: (loginName: string, options: Signal = {}) =>
    answer(wire.GET('/api/auth/exists', { ...options, params: { query: { loginName } } })),
  profile: (options: Signal = {}) =>
    answer(wire.GET('/api/auth/profile', options)).then(wholePerson),
  /** Another e-mail address needs the password. */
  saveProfile: (body: Person & { password: string }) =>
    answer(wire.PUT('/api/auth/profile', { body })).then(wholePerson),
  /** Every session ends with it, this one too. */
  changePassword: (body: PasswordChange) => answer(wire.PUT('/api/auth/password', { body })),
  secondFactor: (options: Signal = {}) => answer(wire.GET('/api/auth/second-factor', options)),
  /** A new secret for an app; it is asked for once a code has confirmed it. */
  beginSecondFactor: (password: string) =>
    answer(wire.POST('/api/auth/second-factor', { body: { password } })),
  confirmSecondFactor: (body: FactorCode) =>
    answer(wire.POST('/api/auth/second-factor/confirm', { body })),
  renewRecoveryCodes: (body: FactorCode) =>
    answer(wire.POST('/api/auth/second-factor/recovery-codes', { body })),
  endSecondFactor: (body: SecondFactorEnd) =>
    answer(wire.POST('/api/auth/second-factor/off', { body })),
  sessions: (options: Signal = {}) => answer(wire.GET('/api/auth/sessions', options)),
  endSession: (id: string) => answer(wire.DELETE('/api/auth/sessions/{id}', { params: at(id) })),
};

const setUp = {
  /** Whether the link of the first start can be used. */
  check: (token: string, options: Signal = {}) =>
    answer(wire.POST('/api/set-up/link', { ...options, body: { token } })),
  make: (body: FirstAdministrator) => answer(wire.POST('/api/set-up', { body })),
};

const users = {
  list: async (query: UserQuery, options: Signal = {}): Promise<Page<User>> => {
    const page = await answer(wire.GET('/api/users', { ...options, params: { query } }));
    return { ...page, items: page.items.map(wholeUser) };
  },
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/users/{id}', { ...options, params: at(id) })).then(wholeUser),
  create: (body: NewUser) => answer(wire.POST('/api/users', { body })).then(wholeUser),
  change: (id: string, body: UserChange) =>
    answer(wire.PUT('/api/users/{id}', { body, params: at(id) })).then(wholeUser),
  /** A registration is approved as it was seen, and refused while it waits: a later decision of somebody else stands. */
  approve: (id: string, status: UndecidedStatus) =>
    answer(wire.POST('/api/users/{id}/approve', { params: { ...at(id), query: { status } } })),
  refuse: (id: string, reason: string) =>
    answer(wire.POST('/api/users/{id}/refuse', { body: { reason }, params: at(id) })),
  disable: (id: string) => answer(wire.POST('/api/users/{id}/disable', { params: at(id) })),
  enable: (id: string) => answer(wire.POST('/api/users/{id}/enable', { params: at(id) })),
  resetPassword: (id: string, password: string) =>
    answer(wire.POST('/api/users/{id}/password', { body: { password }, params: at(id) })),
  sessions: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/users/{id}/sessions', { ...options, params: at(id) })),
  endSessions: (id: string) => answer(wire.DELETE('/api/users/{id}/sessions', { params: at(id) })),
  endSession: (id: string, session: string) =>
    answer(
      wire.DELETE('/api/users/{id}/sessions/{session}', { params: { path: { id, session } } }),
    ),
  removeSecondFactor: (id: string) =>
    answer(wire.DELETE('/api/users/{id}/second-factor', { params: at(id) })),
  /** The period for which the account is valid begins anew. */
  extend: (id: string) => answer(wire.POST('/api/users/{id}/extend', { params: at(id) })),
  events: (id: string, query: PageQuery, options: Signal = {}) =>
    answer(wire.GET('/api/users/{id}/events', { ...options, params: { ...at(id), query } })),
  grant: (id: string, roleIds: string[], roleIdsBefore: string[]) =>
    answer(wire.PUT('/api/users/{id}/roles', { body: { roleIds, roleIdsBefore }, params: at(id) })),
  /** Why somebody may do something, and why not. */
  explain: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/users/{id}/permissions', { ...options, params: at(id) })),
  /** Telephone and identity numbers, whole; that they were opened is kept. */
  openPersonalData: (id: string) =>
    answer(wire.POST('/api/users/{id}/personal-data', { params: at(id) })),
  /** The empty workbook to fill in. */
  importTemplateUrl: () => address('/api/users/import-template', {}),
  /** Makes the users of a workbook or CSV: all, or none. */
  import: (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append('file', file);
    const params = { query: { dryRun } };
    const body = { file: file.name };
    return answer(wire.POST('/api/users/import', { params, body, bodySerializer: () => form }));
  },
};

const roles = {
  list: (query: RoleQuery, options: Signal = {}) =>
    answer(wire.GET('/api/roles', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/roles/{id}', { ...options, params: at(id) })),
  create: (body: RoleDraft) => answer(wire.POST('/api/roles', { body })),
  change: (id: string, body: RoleDraft) =>
    answer(wire.PUT('/api/roles/{id}', { body, params: at(id) })),
  remove: (id: string) => answer(wire.DELETE('/api/roles/{id}', { params: at(id) })),
  events: (id: string, query: PageQuery, options: Signal = {}) =>
    answer(wire.GET('/api/roles/{id}/events', { ...options, params: { ...at(id), query } })),
  /** What somebody would see who holds just these permissions. Nothing is kept. */
  preview: (body: RolePreviewQuery, options: Signal = {}) =>
    answer(wire.POST('/api/roles/preview', { ...options, body })),
  /** What can be allowed, and what of it the caller may give. */
  permissions: (options: Signal = {}) => answer(wire.GET('/api/permissions', options)),
};

const survey = {
  submit: (body: SurveyAnswer) => answer(wire.POST('/api/survey', { body })),
  answers: (query: AnswersQuery, options: Signal = {}) =>
    answer(wire.GET('/api/survey/answers', { ...options, params: { query } })),
  figures: (query: StatisticsPeriod, options: Signal = {}) =>
    answer(wire.GET('/api/survey/figures', { ...options, params: { query } })),
};

const scenes = {
  tree: (options: Signal = {}) => answer(wire.GET('/api/catalog/tree', options)),
  search: (body: SceneSearch, options: Signal = {}): Promise<Page<Scene>> =>
    answer(wire.POST('/api/scenes/search', { ...options, body })),
  get: (dataId: string, options: Signal = {}): Promise<Scene> =>
    answer(wire.GET('/api/scenes/{dataId}', { ...options, params: { path: { dataId } } })),
  satellites: (options: Signal = {}) => answer(wire.GET('/api/scenes/satellites', options)),
  /** Which of these scenes the caller already holds. */
  held: (dataIds: string[], options: Signal = {}) =>
    answer(wire.POST('/api/scenes/held', { ...options, body: { dataIds } })),
};

/** `typeId` 1 is the thumbnail, 2 the preview. The server answers 404 when a scene has no picture. */
export function sceneImageUrl(dataId: string, typeId: 1 | 2): string {
  return address('/api/scenes/{dataId}/image', { path: { dataId }, query: { typeId } });
}

const cart = {
  list: (query: PageQuery = {}, options: Signal = {}): Promise<Page<Scene>> =>
    answer(wire.GET('/api/cart', { ...options, params: { query } })),
  add: (dataIds: string[]) => answer(wire.POST('/api/cart', { body: { dataIds } })),
  remove: (dataIds: string[]) => answer(wire.DELETE('/api/cart', { body: { dataIds } })),
};

const attachments = {
  upload: (file: File, type: AttachmentType | FeedbackDocumentType, options: Signal = {}) => {
    const form = new FormData();
    form.append('type', String(type));
    form.append('file', file);
    const body = { type, file: file.name };
    return answer(wire.POST('/api/attachments', { ...options, body, bodySerializer: () => form }));
  },
  /** Papers of the caller's own orders that fit a slot. */
  earlier: (query: EarlierQuery, options: Signal = {}) =>
    answer(wire.GET('/api/attachments', { ...options, params: { query } })),
  /** Makes a paper of an earlier order ready for another. */
  reuse: (attachmentId: string) =>
    answer(wire.POST('/api/attachments/reuse', { body: { attachmentId } })),
};

export function attachmentUrl(attachmentId: string): string {
  return address('/api/attachments/{id}', at(attachmentId));
}

const orders = {
  list: (query: OrderQuery, options: Signal = {}): Promise<Page<Order>> =>
    answer(wire.GET('/api/orders', { ...options, params: { query } })),
  get: (id: string, options: Signal = {}): Promise<Order> =>
    answer(wire.GET('/api/orders/{id}', { ...options, params: at(id) })),
  /** `key` makes a repeated request create one order only. */
  create: (body: OrderDraft, key: string): Promise<Order> =>
    answer(wire.POST('/api/orders', { body, params: { header: { 'Idempotency-Key': key } } })),
  update: (id: string, body: OrderChange): Promise<Order> =>
    answer(wire.PUT('/api/orders/{id}', { body, params: at(id) })),
  remove: (ids: string[]) => answer(wire.DELETE('/api/orders', { body: { ids } })),
  /** `catalogueOnly` is needed when the order holds scenes that only the catalogue knows. */
  submit: (id: string, catalogueOnly?: CatalogueOnlyChoice): Promise<Order> =>
    answer(
      wire.POST('/api/orders/{id}/submit', { params: { ...at(id), query: { catalogueOnly } } }),
    ),
  withdraw: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/withdraw', { params: at(id) })),
  /** `leave_out` takes scenes that only the catalogue knows out of the order. */
  approve: (
    { id, submittedAt }: OrderAsRead,
    catalogueOnly: CatalogueOnlyChoice = 'ask',
  ): Promise<Order> =>
    answer(
      wire.POST('/api/orders/{id}/approve', {
        params: { ...at(id), query: { catalogueOnly, submittedAt: submittedAt ?? undefined } },
      }),
    ),
  reject: ({ id, submittedAt }: OrderAsRead, cause: string): Promise<Order> =>
    answer(
      wire.POST('/api/orders/{id}/reject', {
        body: { cause, submittedAt: submittedAt ?? undefined },
        params: at(id),
      }),
    ),
  /** Decides at the desk: carried out in 8 s, unless it is taken back. */
  decide: (id: string, body: NewDecision) =>
    answer(wire.POST('/api/orders/{id}/decision', { body, params: at(id) })),
  undoDecision: (id: string) =>
    answer(wire.DELETE('/api/orders/{id}/decision', { params: at(id) })),
  checks: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/checks', { ...options, params: at(id) })),
  reextract: (id: string, scope: 'all' | 'failed', priority: number): Promise<Order> =>
    answer(
      wire.POST('/api/orders/{id}/reextract', {
        body: { scope, priority },
        params: at(id),
      }),
    ),
  retryPreparation: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/retry', { params: at(id) })),
  continueWithoutFailed: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/continue', { params: at(id) })),
  cancelPreparation: (id: string, cause: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/cancel', { body: { cause }, params: at(id) })),
  complete: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/complete', { params: at(id) })),
  markOverdue: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/overdue', { params: at(id) })),
  reopen: (id: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/reopen', { params: at(id) })),
  feedback: (id: string, body: Feedback): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/feedback', { body, params: at(id) })),
  scenes: (id: string, query: PageQuery, options: Signal = {}): Promise<Page<OrderScene>> =>
    answer(wire.GET('/api/orders/{id}/scenes', { ...options, params: { ...at(id), query } })),
  /** Adds scenes to a draft or a rejected order of the caller's own. */
  addScenes: (id: string, dataIds: string[]): Promise<{ added: number; order: Order }> =>
    answer(wire.POST('/api/orders/{id}/scenes', { body: { dataIds }, params: at(id) })),
  footprint: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/footprint', { ...options, params: at(id) })),
  attachments: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/attachments', { ...options, params: at(id) })),
  events: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/events', { ...options, params: at(id) })),
  waits: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/waits', { ...options, params: at(id) })),
  delivery: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/delivery', { ...options, params: at(id) })),
  setPriority: (id: string, sorder: number): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/priority', { body: { sorder }, params: at(id) })),
  /** Whether an order goes before all others, and why; false: no longer. */
  setEmergency: (id: string, emergency: boolean, cause: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/emergency', { body: { emergency, cause }, params: at(id) })),
  /** A new draft with the same form, scenes and papers; `failed`: only the scenes that failed. */
  clone: (id: string, scope: 'all' | 'failed', key: string): Promise<Order> =>
    answer(
      wire.POST('/api/orders/{id}/clone', {
        body: { scope },
        params: { header: { 'Idempotency-Key': key }, ...at(id) },
      }),
    ),
  requestExtension: (id: string, reason: string): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/extend', { body: { reason }, params: at(id) })),
  extend: (id: string, days: number): Promise<Order> =>
    answer(wire.POST('/api/orders/{id}/extension', { body: { days }, params: at(id) })),
  pickup: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/pickup', { ...options, params: at(id) })),
  paperHistory: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/{id}/attachments/history', { ...options, params: at(id) })),
  papersUrl: (id: string) => address('/api/orders/{id}/papers.zip', at(id)),
  /** Order numbers to complete `q` with. */
  names: (q: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/names', { ...options, params: { query: { q } } })),
  /** Units of orders to complete `q` with. */
  groups: (q: string, options: Signal = {}) =>
    answer(wire.GET('/api/orders/groups', { ...options, params: { query: { q } } })),
  /** The blank paper of a slot, filled in from a kept order. */
  blankFormUrl: (id: string, type: AttachmentType, format: BlankFormFormat) =>
    address('/api/orders/{id}/forms/{type}', { path: { id, type }, query: { format } }),
  /** The same for an application that is not kept yet. */
  blankForm: (
    type: AttachmentType,
    format: BlankFormFormat,
    body: Pick<OrderDraft, 'type' | 'form' | 'dataIds'> & { orderId: string | null },
  ) =>
    answer(
      wire.POST('/api/forms/{type}', {
        body,
        params: { path: { type }, query: { format } },
        parseAs: 'blob',
      }),
    ),
  streamUrl: (id: string) => address('/api/orders/{id}/stream', at(id)),
};

const system = {
  config: (options: Signal = {}) => answer(wire.GET('/api/config', options)),
  units: (options: Signal = {}) =>
    answer(wire.GET('/api/units', { ...options, params: { query: { status: 1 } } })),
  addUnit: (name: string) => answer(wire.POST('/api/units', { body: { name, status: 1 } })),
  /** The words of the form of an order. */
  dictionary: (options: Signal = {}) => answer(wire.GET('/api/dictionary', options)),
  settings: (options: Signal = {}) => answer(wire.GET('/api/settings', options)),
  saveSettings: (body: SettingsChange) => answer(wire.PUT('/api/settings', { body })),
  feedbackTemplateUrl: address('/api/feedback/template', {}),
};

const exports = {
  start: (body: ExportRequest) => answer(wire.POST('/api/exports', { body })),
  status: (uuid: string, options: Signal = {}) =>
    answer(wire.GET('/api/exports/{id}', { ...options, params: { path: { id: uuid } } })),
  list: (options: Signal = {}) => answer(wire.GET('/api/exports', options)),
  /** How many scenes an export of a search would hold, and how many one may. */
  count: (body: SceneSearch, options: Signal = {}) =>
    answer(wire.POST('/api/exports/count', { ...options, body })),
  remove: (uuid: string) =>
    answer(wire.DELETE('/api/exports/{id}', { params: { path: { id: uuid } } })),
};

const inbox = {
  list: (query: PageQuery & { unread?: boolean } = {}, options: Signal = {}) =>
    answer(wire.GET('/api/inbox', { ...options, params: { query } })),
  read: (body: { ids: number[] } | { all: true }) => answer(wire.POST('/api/inbox/read', { body })),
  settings: (options: Signal = {}) => answer(wire.GET('/api/inbox/settings', options)),
  saveSettings: (body: InboxSettings) => answer(wire.PUT('/api/inbox/settings', { body })),
};

/** Every call of the HTTP interface that both web apps use. */
export const api = {
  auth,
  scenes,
  cart,
  attachments,
  orders,
  system,
  exports,
  inbox,
  setUp,
  users,
  roles,
  survey,
};
