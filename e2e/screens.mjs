// Every screen of both web apps, with the demo's orders in every state:
//
//   node e2e/screens.mjs http://127.0.0.1:8080
//
// A screen must come up, be readable by axe, not scroll sideways, and speak one language. Needs Chromium. The small form
// looks at each screen twice, in Chinese on a desktop and in English on a phone; with SCREENS=all each is looked at in both
// languages on a desktop, a tablet and a phone, and read by axe every time.
import assert from 'node:assert/strict';
import { launch, openWindow, readAloud } from './browser.mjs';
import { gatherData, ownChinese } from './chinese.mjs';
import { walkConditions } from './conditions.mjs';
import { walkSession } from './session.mjs';
import { walkOfficeDialogs, walkStates } from './states.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'applicant' | 'admin' | 'operator'} Person */
/** @typedef {{ article: string, grant: string }} Made */
/** @typedef {{ locale: 'zh-CN' | 'en', viewport: { width: number, height: number }, read: boolean }} Look */

const [address = ''] = process.argv.slice(2);
assert(address !== '', 'usage: node e2e/screens.mjs URL');
const SITE = new URL(address).origin;
const PASSWORD = 'Scenedock1';
const PATIENCE = 60_000;
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
/** Windows that are open at once: more than a small machine draws in time take longer together than in turns. */
const AT_ONCE = 3;
/** Every state that an order can be seen in. */
const STATES = [-1, 0, 1, 2, 3, 5, 6, 7, 8];
/** Ready to be fetched. */
const DELIVERED = 6;
const LISTS =
  'all staySubmit stayAudit onAudit pastAudit dataReadyFinish completeAudit unusualAudit feedback';

/** @type {string[]} */
const faults = [];
const started = Date.now();
let visited = 0;

/** @param {string} text */
function step(text) {
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}

/**
 * @param {string} path
 * @param {{ token?: string, body?: unknown }} [options]
 */
async function call(path, { token, body } = {}) {
  const answer = await fetch(SITE + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

/**
 * One order of every state, as soon as the demo has made them.
 *
 * @returns {Promise<Map<number, string>>}
 */
async function ordersByState() {
  const { token } = await call('/api/auth/login', {
    body: { loginName: 'applicant', password: PASSWORD },
  });
  const until = Date.now() + PATIENCE;
  for (;;) {
    const { items } = await call('/api/orders?pageSize=100', { token });
    /** @type {Map<number, string>} */
    const found = new Map(
      items.map((/** @type {{ sstatus: number, id: string }} */ one) => [one.sstatus, one.id]),
    );
    if (STATES.every((state) => found.has(state))) return found;
    assert(Date.now() < until, `the demo made orders in ${[...found.keys()]} only`);
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

/** Something to read: an article, and an announcement that passes. Answers the article's id. @returns {Promise<string>} */
async function publish() {
  const { token } = await call('/api/auth/login', {
    body: { loginName: 'admin', password: PASSWORD },
  });
  const types = await call('/api/content/news-types', { token });
  const type =
    types.items[0] ?? (await call('/api/content/news-types', { token, body: { name: 'NEWS' } }));
  const text = { title: 'GF-7', body: '# GF-7\n\n| A | B |\n|---|---|\n| 1 | 2 |\n' };
  await call('/api/content/announcements', { token, body: { ...text, level: 'important' } });
  const article = await call('/api/content/news', {
    token,
    body: { ...text, typeId: type.id, state: 'published', pinned: true },
  });
  return article.id;
}

/** A grant of an area, to be looked at. Answers its id. @returns {Promise<string>} */
async function grantArea() {
  const { token } = await call('/api/auth/login', {
    body: { loginName: 'admin', password: PASSWORD },
  });
  const wkt = 'POLYGON((99 29,103 29,103 33,99 33,99 29))';
  const body = { subject: 'everybody', nodeIds: null, region: null, wkt, until: null };
  const grant = await call('/api/scopes', { token, body });
  return grant.id;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Look} look
 * @param {Person} who
 * @param {string[]} faults
 */
async function signIn(browser, look, who, faults) {
  const page = await openWindow(browser, SITE, faults, look);
  const data = gatherData(page);
  await page.goto(who === 'applicant' ? '/signIn' : '/admin/');
  const words =
    look.locale === 'en'
      ? { account: /^(Username|Account)/, password: /^Password/, sign: 'Sign in' }
      : { account: '用户名', password: '密码', sign: '登录' };
  await page.getByLabel(words.account).first().fill(who);
  await page.getByLabel(words.password).first().fill(PASSWORD);
  await page.getByRole('button', { name: words.sign, exact: true }).click();
  await page.getByRole('main').waitFor();
  await page.waitForURL((url) => !/(signIn|login)/.test(url.href));
  return { page, data };
}

/** What nobody should ever read, and a page that is wider than its window. Runs in the page. */
function lookAround() {
  const rubbish = /\b(undefined|NaN|\[object Object\]|Invalid Date)\b/.exec(
    // biome-ignore lint/performance/useDomNodeTextContent: what nobody sees does not count
    document.body.innerText,
  );
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return { rubbish: rubbish?.[0] ?? null, wide };
}

/**
 * @param {{ page: Page, data: import('./chinese.mjs').AnsweredData }} window
 * @param {string} path
 * @param {Look} look
 * @param {string[]} faults
 */
async function visit({ page, data }, path, look, faults) {
  visited += 1;
  const name = `${path} (${look.locale}, ${look.viewport.width})`;
  const before = faults.length;
  // An address that differs behind the # only would not be loaded.
  await page.goto('about:blank');
  await page.goto(path);
  try {
    await page.getByRole('heading').first().waitFor();
    await page.waitForFunction(
      () => document.querySelector('[role=status] [role=progressbar]') === null,
    );
  } catch (error) {
    faults.push(`${name}: does not come up: ${error}`);
    return;
  }
  const { rubbish, wide } = await page.evaluate(lookAround);
  if (rubbish !== null) faults.push(`${name}: shows ${rubbish}`);
  if (wide > 1) faults.push(`${name}: ${wide} px wider than the window`);
  if (look.locale === 'en') {
    const left = await ownChinese(page, data);
    if (left.length > 0) faults.push(`${name}: in Chinese: ${left.join(' | ')}`);
  }
  if (look.read) await readAloud(page, name, faults);
  for (let at = before; at < faults.length; at += 1) {
    if (!faults[at]?.includes(path)) faults[at] = `${name}: ${faults[at]}`;
  }
}

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
 * @param {string} article
 */
function portalPaths(orders, article) {
  return [
    ...publicPaths(article),
    '/shopCar',
    '/inbox',
    '/account',
    '/exports',
    '/subscriptions',
    '/subscriptions?tab=targets',
    '/results',
    '/survey',
    ...[0, 1, 2].map((type) => `/order/create/${type}`),
    ...LISTS.split(' ').map((segment) => `/orderManage/${segment}`),
    ...STATES.map((state) => `/orderManage/details/${orders.get(state)}`),
    ...[-1, 2].map((state) => `/order/edit/${orders.get(state)}`),
    `/orderManage/details/${orders.get(DELIVERED)}/pickup`,
  ];
}

const ADMIN_LISTS =
  'orderManage_stayAudit orderManage_staySubmit orderManage_onAudit orderManage_pastAudit orderManage_packaging ' +
  'orderManage_dataReadyFinish orderManage_unusualAudit orderManage_completeAudit orderManage_feedback orderManage';

const ADMIN_PAGES =
  'audit inbox subscribeAudit subscribeAudit?state=all subscribeAudit?tab=targets webhooks units user ordercompStat ordercompStat?tab=monthly ordercompStat?tab=units ordercompStat?tab=preparation ordercompStat?tab=preparation&rows=1 ordercompStat?tab=satisfaction ordercompStat?tab=satisfaction&rows=1 ordercompStat?tab=exploitation ordercompStat?tab=exploitation&rows=1 ordercompStat?tab=more ' +
  'userBehavioStat userBehavioStat?tab=log dataReceiveStat dataReceiveStat?tab=scenes dataDownStat dataDownStat?tab=completion dataDownStat?tab=transfers coverArea coverArea?show=share metadataExport metadataExport?format=shapefile registry registry?tab=figures registry?tab=figures&by=satellite registry/1 results results?tab=figures results?tab=figures&by=unit yearlyReport survey survey?tab=answers role role?tab=matrix role?tab=separation role?role=admin scopes auditLog ' +
  'dataTask directoryConfig directoryConfig?view=rules fieldConfig fieldConfig?view=nodes sensortranslation xzqManager xzqManager?code=156130600 dictionary dictionary?kind=reject_phrase monitor tasks tasks?view=failures configManage news newsTypes announcements announcements/new contentPages contentPages?name=contactUs guideVideo forgottenPassword resetPassword';

/** What an operator's menu offers beyond the lists of orders. */
const OPERATOR_PAGES =
  'inbox dataTask ordercompStat userBehavioStat dataReceiveStat dataReceiveStat?tab=scenes dataDownStat coverArea results results?tab=figures monitor tasks news newsTypes announcements contentPages guideVideo';

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
    `/admin/#/news/${article}`,
    `/admin/#/scopes?grant=${grant}`,
  ];
}

/** @param {Person} who @param {Map<number, string>} orders @param {Made} made */
function pathsOf(who, orders, made) {
  if (who === 'applicant') return portalPaths(orders, made.article);
  if (who === 'admin') return adminPaths(orders, made);
  return [
    ...officePaths(orders),
    ...OPERATOR_PAGES.split(' ').map((page) => `/admin/#/${page}`),
    '/search',
    '/account',
    '/orderManage/pastAudit',
  ];
}

/**
 * Everybody's screens, one after the other. Answers what is wrong with them.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Map<number, string>} orders
 * @param {Made} made
 * @param {Look} look
 */
async function walk(browser, orders, made, look) {
  /** @type {string[]} */
  const faults = [];
  const page = await openWindow(browser, SITE, faults, look);
  const guest = { page, data: gatherData(page) };
  for (const path of guestPaths(made.article)) await visit(guest, path, look, faults);
  await page.context().close();
  for (const who of /** @type {const} */ (['applicant', 'admin', 'operator'])) {
    const window = await signIn(browser, look, who, faults);
    const paths = pathsOf(who, orders, made);
    for (const path of paths) await visit(window, path, look, faults);
    await window.page.context().close();
    step(`${paths.length} screens of the ${who} in ${look.locale} at ${look.viewport.width} px`);
  }
  return faults;
}

/**
 * Both people's screens while nothing is there yet, is refused, fails, or while there is nothing. Answers what is wrong with
 * them.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Map<number, string>} orders
 * @param {Made} made
 * @param {Look} look
 */
async function walkUnanswered(browser, orders, made, look) {
  /** @type {string[]} */
  const faults = [];
  for (const who of /** @type {const} */ (['applicant', 'admin'])) {
    const { page } = await signIn(browser, look, who, faults);
    const paths = pathsOf(who, orders, made);
    const seen = await walkConditions(page, paths, faults);
    visited += seen;
    await page.context().close();
    step(
      `${seen} screens of the ${who} loading, refused, failed and empty in ${look.locale} at ${look.viewport.width} px`,
    );
  }
  return faults;
}

/** In which the screens without answers are seen. @type {readonly Look[]} */
const UNANSWERED = [
  { locale: 'zh-CN', viewport: DESKTOP, read: true },
  { locale: 'zh-CN', viewport: PHONE, read: true },
  { locale: 'en', viewport: DESKTOP, read: true },
];

/** @returns {Look[]} */
function looks() {
  if (process.env.SCREENS !== 'all') {
    return [
      { locale: 'zh-CN', viewport: DESKTOP, read: true },
      { locale: 'en', viewport: PHONE, read: false },
    ];
  }
  const sizes = [PHONE, TABLET, DESKTOP];
  const locales = /** @type {const} */ (['zh-CN', 'en']);
  return sizes.flatMap((viewport) => locales.map((locale) => ({ locale, viewport, read: true })));
}

/** What opens over the search page and in the back office. Answers what is wrong with it. @param {import('playwright-core').Browser} browser */
async function walkOpened(browser) {
  /** @type {string[]} */
  const faults = [];
  const look = { locale: /** @type {const} */ ('zh-CN'), viewport: DESKTOP, read: true };
  const guest = await openWindow(browser, SITE, faults, look);
  const ofSession = await walkSession(guest, faults);
  await guest.context().close();
  step(`${ofSession} states of sign-in and session`);
  const { page } = await signIn(browser, look, 'applicant', faults);
  const states = await walkStates(page, faults);
  await page.context().close();
  step(`${states} panels, menus, dialogs and tools in use`);
  const office = await signIn(browser, look, 'admin', faults);
  const dialogs = await walkOfficeDialogs(office.page, faults);
  await office.page.context().close();
  step(`${dialogs} dialogs of the back office`);
  return faults;
}

const browser = await launch();
try {
  const orders = await ordersByState();
  step('the demo has orders in every state');
  const made = { article: await publish(), grant: await grantArea() };
  const walks = looks().map((look) => () => walk(browser, orders, made, look));
  walks.push(() => walkOpened(browser));
  if (process.env.SCREENS === 'all') {
    for (const look of UNANSWERED) walks.push(() => walkUnanswered(browser, orders, made, look));
  }
  // A window each, several at once: most of the time is waiting.
  const next = async () => {
    for (let one = walks.shift(); one !== undefined; one = walks.shift()) {
      const found = await one();
      faults.push(...found);
      // At once: whoever stops a long walk has seen what it found so far.
      if (found.length > 0) step(found.join('\n'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  assert.deepEqual(faults, [], 'faults on the way');
  process.stdout.write(`proof: ${visited} screens\n`);
} catch (error) {
  process.stderr.write(`${faults.join('\n')}\n`);
  throw error;
} finally {
  await browser.close();
}
