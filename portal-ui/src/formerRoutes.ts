import { orderListOf, orderListPath, reprocessingListPath } from './orderRoutes';

/** Route names of the specification whose function has another address in the portal. */
const PORTAL: Readonly<Record<string, string>> = {
  shopCar: '/shopCar',
  personDetail: '/account',
  shopCarCreateOrder: '/order/create/0',
  shopCarCreateProcessOrder: '/order/create/2',
  createReporder: '/order/create/2',
  orderDetail_rep: `${orderListPath('all')}?type=2`,
  orderManage_details: orderListPath('all'),
  orderManage_details_rep: `${orderListPath('all')}?type=2`,
};

/** Route names whose function stands in the back office, with the page there. */
const OFFICE: Readonly<Record<string, string>> = {
  configManage: '/configManage',
  department: '/department',
  dictionary: '/dictionary',
  directoryConfig: '/directoryConfig',
  fieldConfig: '/fieldConfig',
  log: '/log',
  orderSetPriority: '/orderManage_pastAudit',
  ordercompStat: '/ordercompStat',
  power: '/power',
  role: '/role',
  user: '/user',
  userBehavioStat: '/userBehavioStat',
};

/** Where a route name of portal specification section 2 leads. */
export type FormerRoute =
  | { kind: 'list' }
  | { kind: 'portal'; to: string }
  | { kind: 'office'; to: string }
  | { kind: 'nowhere' };

/** What a route name under /manage/person, or one of its older spellings, stands for. */
export function formerRoute(name: string): FormerRoute {
  if (orderListOf(name) !== null) return { kind: 'list' };
  const to = reprocessingListPath(name) ?? PORTAL[name];
  if (to !== undefined) return { kind: 'portal', to };
  const page = OFFICE[name];
  return page === undefined ? { kind: 'nowhere' } : { kind: 'office', to: `/admin/#${page}` };
}
