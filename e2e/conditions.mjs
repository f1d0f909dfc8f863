// What a page shows before its answers are there, when they are refused, when they fail, and when there is nothing. The
// server's answers are replaced; what every page needs to be there at all goes through.
import { hasLoaded, leave } from './browser.mjs';
import { readScreen } from './reading.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Route} Route */
/** @typedef {import('./reading.mjs').Look} Look */
/** @typedef {import('./reading.mjs').Screen} Screen */

/** Who one is, what the shell shows, and the map below everything. */
const NEEDED =
  /^\/api\/(config|auth\/|catalog\/tree|announcements|instruments|basemap|cart\/count)/;

/** Pages that ask nothing, or have a text of their own where there is no answer. */
const ON_THEIR_OWN =
  /^\/(contactUs|productIntro|offLineDisk|maintenance|userGuide|error|setup|resetPassword|sso|survey$|forbidden|verify)|#\/(forgottenPassword|resetPassword|announcements\/new)/;

/** @param {number} status @param {string} code @param {string} detail */
const refusal = (status, code, detail) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: code, status, code, reason: code, detail }),
});

/** Pages that say in a text of their own that there is nothing. */
const LISTS = [
  /^\/(news$|inbox|exports|shopCar|subscriptions|results|orderManage\/(?!details))/,
  /#\/(orderManage(_(?!details)|$)|audit$|inbox|subscribeAudit|webhooks|registry($|\?)|results)/,
  /#\/(units|user$|role$|scopes$|auditLog|news$|newsTypes|announcements$|dictionary)/,
  /#\/(dataTask|dataSyncDb|dataSyncTask|sensortranslation|tasks(\?view=failures)?$)/,
  /#\/(dataReceiveStat|dataDownStat|userBehavioStat\?tab=log|survey\?tab=answers)/,
  // Of the figures of orders, those that stand in rows alone.
  /#\/ordercompStat\?tab=(units|exploitation|.*rows=1)/,
];

/** What answers call their rows. */
const ROWS = ['items', 'entries'];

/**
 * The server's answer without what is in its lists; what is no list goes through.
 *
 * @param {Route} route
 */
async function withoutItems(route) {
  const response = await route.fetch();
  const isJson = response.headers()['content-type']?.startsWith('application/json') ?? false;
  const body = isJson ? await response.json() : null;
  const lists = ROWS.filter((name) => Array.isArray(body?.[name]));
  if (lists.length === 0) return route.fulfill({ response });
  // Some figures call the sums over their rows `total`: those stay.
  const counted = typeof body.total === 'number' ? { total: 0 } : {};
  const emptied = Object.fromEntries(lists.map((name) => [name, []]));
  return route.fulfill({ response, json: { ...body, ...emptied, ...counted } });
}

/** @typedef {{ name: string, answer: ((route: Route) => Promise<void>), shows: string | ((path: string) => string) }} Condition */

/** @type {readonly Condition[]} */
const CONDITIONS = [
  {
    name: 'denied',
    answer: (route) => route.fulfill(refusal(403, 'forbidden', '没有权限执行此操作')),
    shows: 'text=/没有权限|无权|No permission/',
  },
  {
    name: 'failed',
    answer: (route) => route.fulfill(refusal(500, 'internal', '服务器内部错误')),
    shows: '[role=alert]',
  },
  {
    name: 'loading',
    // Never answered: the page is left before.
    answer: () => Promise.resolve(),
    shows: '[role=progressbar], .MuiSkeleton-root, [aria-busy=true]',
  },
  {
    name: 'empty',
    answer: withoutItems,
    shows: (path) =>
      LISTS.some((list) => list.test(path))
        ? 'main [role=status]:has(svg):not(:has([role=progressbar]))'
        : 'main',
  },
];

/**
 * That there is nothing is no fault, and is not waited for.
 *
 * @param {Page} page
 * @param {string} name
 * @param {string[]} faults
 */
async function seesNothingWrong(page, name, faults) {
  await hasLoaded(page);
  const wrong = page
    .locator('main [role=alert].MuiAlert-colorError')
    // Why an order was rejected stays the first that its page says.
    .filter({ hasNotText: /^(驳回原因|Rejection reason)/ });
  if ((await wrong.count()) > 0) faults.push(`${name}: ${await wrong.first().textContent()}`);
}

/**
 * One page in one condition.
 *
 * @param {Screen} window
 * @param {{ path: string, condition: Condition }} visited
 * @param {Look} look
 * @param {string[]} faults
 */
async function visit(window, { path, condition }, look, faults) {
  const { page } = window;
  const name = `${path} ${condition.name} (${look.locale}, ${look.viewport.width})`;
  await leave(page);
  await page.route('**/api/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    // What people did is only told.
    const isTold = pathname === '/api/behaviours' && route.request().method() === 'POST';
    if (isTold || NEEDED.test(pathname + search)) return route.continue();
    return condition.answer(route);
  });
  try {
    await page.goto(path);
    const { shows } = condition;
    const sign = typeof shows === 'string' ? shows : shows(path);
    await page
      .locator(ON_THEIR_OWN.test(path) ? 'main' : sign)
      .first()
      .waitFor({ timeout: 20_000 });
    if (condition.name === 'empty') await seesNothingWrong(page, name, faults);
    await readScreen(window, name, look, faults);
  } catch (error) {
    faults.push(`${name}: ${String(error).split('\n')[0]}`);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/**
 * Every page in every condition, to whoever is signed in. Answers how many there were.
 *
 * @param {Screen} window
 * @param {readonly string[]} paths
 * @param {Look} look
 * @param {string[]} faults
 */
export async function walkConditions(window, paths, look, faults) {
  for (const condition of CONDITIONS) {
    for (const path of paths) {
      const before = faults.length;
      await visit(window, { path, condition }, look, faults);
      // That answers were refused is what was wanted.
      const own = (/** @type {string} */ one) =>
        !/^(403|500): |status of (403|500)|Failed to fetch/.test(one);
      faults.splice(before, faults.length, ...faults.slice(before).filter(own));
    }
  }
  return CONDITIONS.length * paths.length;
}
