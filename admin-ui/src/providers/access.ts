import { holds, type Me, type Permission } from '@scenedock/ui-kit';
import type { ResourceName } from './resources';

/** What react-admin asks about a resource. */
type Action = 'list' | 'show' | 'create' | 'edit' | 'delete';

const SEES_ORDERS: readonly Permission[] = ['/order/all', '/order/audit'];
const SEES_USERS: readonly Permission[] = ['/user/list'];

const SEES_CONTENT: readonly Permission[] = ['/content/list'];
const WRITES: readonly Permission[] = ['/content/save'];

/** What is published: read by more people than write it. */
const WRITTEN = {
  list: SEES_CONTENT,
  show: SEES_CONTENT,
  create: WRITES,
  edit: WRITES,
  delete: WRITES,
} as const;

/** One permission for everything. */
const all = (code: Permission) =>
  ({ list: [code], show: [code], create: [code], edit: [code], delete: [code] }) as const;

/** The permissions of which one is needed, as the server's routes declare them. What is not here is nobody's. */
const NEEDS: Readonly<Record<ResourceName, Partial<Record<Action, readonly Permission[]>>>> = {
  announcements: WRITTEN,
  auditLog: { list: ['/log/audit', '/log/auditors'] },
  dataDownStat: { list: ['/registry/list'] },
  dataReceiveStat: { list: ['/stat/orders', '/monitor/list'] },
  dataSyncDb: all('/client/save'),
  deliveredScenes: { list: ['/stat/orders'] },
  dictionary: all('/dictionary/save'),
  givenRatings: { list: ['/order/all'] },
  news: WRITTEN,
  newsTypes: WRITTEN,
  orders: {
    list: SEES_ORDERS,
    show: SEES_ORDERS,
    edit: ['/order/audit'],
    delete: ['/order/audit'],
  },
  preparationFailures: { list: ['/order/all'] },
  pushTargets: { list: ['/order/audit'] },
  registry: { list: ['/registry/list'] },
  results: { list: ['/order/all'] },
  role: {
    list: ['/user/list', '/role/save'],
    show: ['/user/list', '/role/save'],
    create: ['/role/save'],
    edit: ['/role/save'],
    delete: ['/role/save'],
  },
  scopes: all('/scope/save'),
  sensortranslation: all('/catalogue/save'),
  subscribeAudit: { list: ['/order/audit'] },
  survey: { list: ['/survey/list'] },
  tasks: { list: ['/monitor/list'] },
  units: all('/scope/save'),
  user: { list: SEES_USERS, show: SEES_USERS, create: ['/user/save'], edit: ['/user/save'] },
  userBehavioStat: { list: ['/log/list'] },
  webhooks: all('/webhook/list'),
};

/** The permissions of which one would do; none: nobody may. */
export function neededFor(resource: string, action: string): readonly Permission[] {
  const known = Object.entries(NEEDS).find(([name]) => name === resource)?.[1] ?? {};
  return Object.entries(known).find(([name]) => name === action)?.[1] ?? [];
}

/** Whether somebody may do something to a resource. The server asks again at every call. */
export function mayAccess(me: Me | undefined, resource: string, action: string): boolean {
  return neededFor(resource, action).some((code) => holds(me, code));
}
