import type { OfficePage } from '@scenedock/ui-kit';
import { orderListOf, orderListPath, reprocessingListPath } from './orderRoutes';
import { NEW_SUBSCRIPTION } from './subscriptions/searchAddress';

/** Route names of the specification whose function has another address in the portal. */
const PORTAL: Readonly<Record<string, string>> = {
  shopCar: '/shopCar',
  personDetail: '/account',
  shopCarCreateOrder: '/order/create/0',
  shopCarCreateProcessOrder: '/order/create/2',
  subscriberManage: '/subscriptions',
  suborderManage_details: '/subscriptions',
  createSubscriptionOrder: `/search?${NEW_SUBSCRIPTION}=1`,
  subCreateOrder: `/search?${NEW_SUBSCRIPTION}=1`,
  orderManage_useraddressDetails: '/subscriptions?tab=targets',
  send: orderListPath('dataReadyFinish'),
  createReporder: '/order/create/2',
  orderDetail_rep: `${orderListPath('all')}?type=2`,
  orderManage_details: orderListPath('all'),
  orderManage_details_rep: `${orderListPath('all')}?type=2`,
};

/** Route names of one thing: where it stands, by its id. */
const DETAILS: ReadonlyMap<string, (id: string) => string> = new Map([
  ['suborderManage_details', (id: string) => `/subscriptions/${id}`],
  ['orderManage_useraddressDetails', (id: string) => `/subscriptions?tab=targets&target=${id}`],
]);

/** Names of an id in an old address, in lower case. */
const ID_NAMES: ReadonlySet<string> = new Set(['id', 'subscribeid', 'addressid']);

/** The id that the query of an old address names. */
export function formerId(params: URLSearchParams): string | null {
  const named = [...params].find(([name, id]) => ID_NAMES.has(name.toLowerCase()) && id !== '');
  return named?.[1] ?? null;
}

/** Route names whose function stands in the back office, with the page of its menu and the address there. */
const OFFICE: Readonly<Record<string, readonly [OfficePage, string]>> = {
  configManage: ['system', '/configManage'],
  coverArea: ['coverage', '/coverArea'],
  dataDownStat: ['downloadStatistics', '/dataDownStat'],
  dataModal: ['fields', '/fieldConfig?view=nodes'],
  dataReceiveStat: ['receiveStatistics', '/dataReceiveStat'],
  dataSyncDb: ['clientSystems', '/dataSyncDb'],
  dataSyncTask: ['synchronisation', '/dataSyncTask'],
  dataTask: ['receiving', '/dataTask'],
  department: ['units', '/department'],
  dictionary: ['dictionary', '/dictionary'],
  directoryConfig: ['directory', '/directoryConfig'],
  fieldConfig: ['fields', '/fieldConfig'],
  log: ['behaviourStatistics', '/log'],
  metadataExport: ['metadataExport', '/metadataExport'],
  orderSetPriority: ['orders', '/orderManage_pastAudit'],
  orderManage_subscribeAudit: ['subscriptions', '/subscribeAudit'],
  orderManage_subscribeAudit_rep: ['subscriptions', '/subscribeAudit'],
  ordercompStat: ['orderStatistics', '/ordercompStat'],
  power: ['roles', '/power'],
  role: ['roles', '/role'],
  user: ['users', '/user'],
  userBehavioStat: ['behaviourStatistics', '/userBehavioStat'],
};

/** Where a route name of portal specification section 2 leads. */
export type FormerRoute =
  | { kind: 'list' }
  | { kind: 'portal'; to: string }
  | { kind: 'office'; page: OfficePage; to: string }
  | { kind: 'nowhere' };

/** What a route name under /manage/person, or one of its older spellings, stands for; of one thing, where its id is said. */
export function formerRoute(name: string, id: string | null = null): FormerRoute {
  if (orderListOf(name) !== null) return { kind: 'list' };
  const detail = id === null ? undefined : DETAILS.get(name)?.(encodeURIComponent(id));
  const to = detail ?? reprocessingListPath(name) ?? PORTAL[name];
  if (to !== undefined) return { kind: 'portal', to };
  const office = OFFICE[name];
  if (office === undefined) return { kind: 'nowhere' };
  const [page, address] = office;
  return { kind: 'office', page, to: `/admin/#${address}` };
}
