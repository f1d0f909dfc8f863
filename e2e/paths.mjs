// Which screens there are, and whose. Pages that differ by their data alone, such as the lists of orders in one state, are
// all walked in the long form; the small form takes some of each.

/** @typedef {'guest' | 'applicant' | 'admin' | 'operator'} Person */
/** @typedef {{ article: string, grant: string, subscription: string }} Made ids of what the walk itself has made */

/** Every state that an order can be seen in. */
export const STATES = [-1, 0, 1, 2, 3, 5, 6, 7, 8];
/** Ready to be fetched. */
const DELIVERED = 6;
const PORTAL_LISTS =
  'all staySubmit stayAudit onAudit pastAudit dataReadyFinish completeAudit unusualAudit feedback';

/** What guests find too. @param {string} article */
const publicPaths = (article) => [
  '/search',
  '/search?panes=4',
  '/search?swipe=1',
  '/contactUs',
  '/productIntro',
  '/userGuide',
  '/offLineDisk',
  '/maintenance',
  '/news',
  `/news/${article}`,
  '/error',
  '/forbidden',
  '/setup',
  '/resetPassword',
  '/sso#unknown',
  '/verify',
];

/** A guest's: what is public, the dialogs over it, and a page of one's own, which leads to them. @param {string} article */
const guestPaths = (article) => [
  ...publicPaths(article),
  '/search?dialog=signIn',
  '/search?dialog=register',
  '/survey',
];

/**
 * @param {Map<number, string>} orders
 * @param {Made} made
 */
function portalPaths(orders, { article, subscription }) {
  return [
    ...publicPaths(article),
    '/shopCar',
    '/inbox',
    '/account',
    '/exports',
    '/subscriptions',
    '/subscriptions?tab=targets',
    '/subscriptions?tab=shelf',
    `/subscriptions/${subscription}`,
    '/search?subscribe=1',
    `/search?sat=GF1&subscription=${subscription}`,
    '/results',
    '/queue',
    '/survey',
    ...[0, 1, 2].map((type) => `/order/create/${type}`),
    ...PORTAL_LISTS.split(' ').map((segment) => `/orderManage/${segment}`),
    ...STATES.map((state) => `/orderManage/details/${orders.get(state)}`),
    ...[-1, 2].map((state) => `/order/edit/${orders.get(state)}`),
    `/orderManage/details/${orders.get(DELIVERED)}/pickup`,
  ];
}

const ADMIN_LISTS =
  'orderManage_stayAudit orderManage_staySubmit orderManage_onAudit orderManage_pastAudit orderManage_packaging ' +
  'orderManage_dataReadyFinish orderManage_unusualAudit orderManage_completeAudit orderManage_feedback orderManage';

const ADMIN_PAGES =
  'audit inbox subscribeAudit subscribeAudit?state=all subscribeAudit?tab=targets webhooks units user ordercompStat ordercompStat?tab=monthly ordercompStat?tab=units ordercompStat?tab=preparation ordercompStat?tab=preparation&rows=1 ordercompStat?tab=satisfaction ordercompStat?tab=satisfaction&rows=1 ordercompStat?tab=exploitation ordercompStat?tab=exploitation&rows=1 ordercompStat?tab=openServices ordercompStat?tab=more ' +
  'userBehavioStat userBehavioStat?tab=log dataReceiveStat dataReceiveStat?tab=scenes dataDownStat dataDownStat?tab=completion dataDownStat?tab=transfers coverArea coverArea?show=share metadataExport metadataExport?format=shapefile registry registry?tab=figures registry?tab=figures&by=satellite registry/1 results results?tab=figures results?tab=figures&by=unit yearlyReport survey survey?tab=answers role role?tab=matrix role?tab=separation role?role=admin scopes auditLog ' +
  'dataTask dataSyncDb dataSyncTask directoryConfig directoryConfig?view=rules fieldConfig fieldConfig?view=nodes sensortranslation xzqManager xzqManager?code=156130600 dictionary dictionary?kind=reject_phrase monitor tasks tasks?view=failures configManage news newsTypes announcements announcements/new contentPages contentPages?name=contactUs guideVideo forgottenPassword resetPassword';

/** What an operator's menu offers beyond the lists of orders. */
const OPERATOR_PAGES =
  'inbox dataTask dataSyncTask ordercompStat userBehavioStat dataReceiveStat dataReceiveStat?tab=scenes dataDownStat coverArea results results?tab=figures monitor tasks news newsTypes announcements contentPages guideVideo';

/** Orders as whoever works with them sees them. @param {Map<number, string>} orders */
const officePaths = (orders) => [
  '/admin/#/',
  ...ADMIN_LISTS.split(' ').map((slug) => `/admin/#/${slug}`),
  ...STATES.filter((state) => state >= 0).map(
    (state) => `/admin/#/orderManage_details/${orders.get(state)}`,
  ),
];

/**
 * @param {Map<number, string>} orders
 * @param {Made} made
 */
function adminPaths(orders, { article, grant }) {
  return [
    ...officePaths(orders),
    // Who fetches a copy, and its password, is no operator's business.
    `/admin/#/orderManage_details/${orders.get(DELIVERED)}/pickup`,
    ...ADMIN_PAGES.split(' ').map((page) => `/admin/#/${page}`),
    `/admin/#/tasks?view=attempts&order=${orders.get(DELIVERED)}`,
    `/admin/#/news/${article}`,
    `/admin/#/scopes?grant=${grant}`,
  ];
}

/** Where the small form looks at an order: before, in the midst of, and after its preparation. */
const SMALL_STATES = [-1, 2, DELIVERED, 8];
/** Lists of orders that the small form takes: of all, of one's own, and of what waits. */
const SMALL_LISTS = /[/_](orderManage|all|staySubmit|stayAudit|feedback)$/;

/** Whether the small form takes it: pages of their own, and some of those that differ by their data alone. */
function isInSmallForm(/** @type {string} */ path, /** @type {Map<number, string>} */ orders) {
  if (/details\/|order\/edit\//.test(path)) {
    return SMALL_STATES.some((state) => path.includes(`/${orders.get(state)}`));
  }
  return !path.includes('orderManage') || SMALL_LISTS.test(path);
}

/** @param {Map<number, string>} orders */
const operatorPaths = (orders) => [
  ...officePaths(orders),
  ...OPERATOR_PAGES.split(' ').map((page) => `/admin/#/${page}`),
  '/search',
  '/account',
  '/orderManage/pastAudit',
];

/**
 * What this person's menus lead to.
 *
 * @param {Person} who
 * @param {Map<number, string>} orders ids of orders, one of each state
 * @param {Made} made
 * @param {boolean} all the long form
 */
export function pathsOf(who, orders, made, all) {
  const paths = {
    guest: () => guestPaths(made.article),
    applicant: () => portalPaths(orders, made),
    admin: () => adminPaths(orders, made),
    operator: () => operatorPaths(orders),
  }[who]();
  return all ? paths : paths.filter((path) => isInSmallForm(path, orders));
}

/** Screens that a desktop lays out otherwise than a phone, which the small form looks at there as well. */
const WIDE =
  /^\/(search(\?panes=4)?|shopCar|account|orderManage\/(all|details\/[^/]+)|order\/create\/0)$|#\/($|orderManage$|orderManage_details\/[^/]+$|audit$|ordercompStat$|userBehavioStat$|coverArea$|registry$|yearlyReport$|role\?tab=matrix$|scopes$|directoryConfig$|tasks$|monitor$|configManage$)/;

/** @param {string} path */
export const isWide = (path) => WIDE.test(path);
