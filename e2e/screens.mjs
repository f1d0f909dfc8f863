// Every screen of both web apps, with the demo's orders in every state, and what opens over them:
//
//   node e2e/screens.mjs http://127.0.0.1:8080
//
// The server runs with PUSH_HOSTS=127.0.0.1, where the walk has a push target tried out (e2e/bucket.mjs).
// A screen must come up, be readable by axe, not scroll sideways, and speak one language. Needs Chromium. The small form
// looks at each kind of screen in English on a phone, where words are longest and room is least, and at what a desktop lays
// out otherwise in Chinese there, with its dialogs; with SCREENS=all everything is looked at in both languages on a desktop,
// a tablet and a phone. SCREENS='admin,operator en 390' takes the pieces of that in whose names each of these words, or one
// of those with commas between, occurs. SCREENS_PICTURES names a folder that a picture of everything goes into.
import assert from 'node:assert/strict';
import { hasLoaded, launch, leave, openWindow } from './browser.mjs';
import { gatherData } from './chinese.mjs';
import { walkConditions } from './conditions.mjs';
import { maker, PASSWORD } from './made.mjs';
import { walkOfficeDialogs } from './officeDialogs.mjs';
import { isWide, pathsOf } from './paths.mjs';
import { readScreen } from './reading.mjs';
import { walkSession } from './session.mjs';
import { walkPortalDialogs, walkStates } from './states.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./paths.mjs').Person} Person */
/** @typedef {import('./paths.mjs').Made} Made */
/** @typedef {import('./reading.mjs').Look} Look */
/** @typedef {import('./opening.mjs').Walk} Walk */
/** What one person sees in one look, in a window of its own: `walk` answers how many screens that were.
 * @typedef {{ who: Person, what: string, look: Look, walk: (walk: Walk) => Promise<number> }} Piece */

const [address = ''] = process.argv.slice(2);
assert(address !== '', 'usage: node e2e/screens.mjs URL');
const SITE = new URL(address).origin;
const { SCREENS = '' } = process.env;
const ALL = SCREENS !== '';
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
/** Windows that are open at once: more than a small machine draws in time take longer together than in turns. */
const AT_ONCE = 3;

/** Longest wait for an old page to go, in milliseconds; then the new one is loaded. */
const PATIENCE = 3000;

/** @type {readonly Person[]} */
const PEOPLE = ['admin', 'applicant', 'guest', 'operator'];

/** In which the long form sees everything. @type {readonly Look[]} */
const LOOKS = [PHONE, TABLET, DESKTOP].flatMap((viewport) =>
  /** @type {const} */ (['zh-CN', 'en']).map((locale) => ({ locale, viewport })),
);
/** @type {Look} */
const CHINESE_DESKTOP = { locale: 'zh-CN', viewport: DESKTOP };
/** @type {Look} */
const ENGLISH_PHONE = { locale: 'en', viewport: PHONE };

const started = Date.now();
const secondsSince = (/** @type {number} */ moment) => ((Date.now() - moment) / 1000).toFixed(1);

/** @param {string} text */
function step(text) {
  process.stdout.write(`${secondsSince(started).padStart(6)} s  ${text}\n`);
}

/**
 * @param {Browser} browser
 * @param {Look} look
 * @param {Person} who
 * @param {string[]} faults
 */
async function signIn(browser, look, who, faults) {
  const page = await openWindow(browser, SITE, faults, look);
  const data = gatherData(page);
  if (who === 'guest') return { page, data };
  await page.goto(who === 'applicant' ? '/signIn' : '/admin/');
  const words =
    look.locale === 'en'
      ? { account: /^(Username|Account)/, password: /^Password/, sign: 'Sign in' }
      : { account: '用户名', password: '密码', sign: '登录' };
  if (who === 'admin') {
    // Its own sign-in, which nobody sees who is signed in.
    await page.getByLabel(words.account).first().waitFor();
    await hasLoaded(page);
    const name = `/admin/#/login (${look.locale}, ${look.viewport.width})`;
    await readScreen({ page, data }, name, look, faults);
  }
  await page.getByLabel(words.account).first().fill(who);
  await page.getByLabel(words.password).first().fill(PASSWORD);
  await page.getByRole('button', { name: words.sign, exact: true }).click();
  await page.getByRole('main').waitFor();
  await page.waitForURL((url) => !/(signIn|login)/.test(url.href));
  return { page, data };
}

/** The app that an address belongs to. @param {URL} url */
const appOf = ({ origin, pathname }) =>
  `${origin}${pathname.startsWith('/admin/') ? '/admin/' : '/'}`;

/**
 * Goes to another page of the same app as a link does, which takes a third of what loading the app takes. False where the old
 * heading stays: the page may be the old one still.
 *
 * @param {Page} page
 * @param {string} path
 */
async function goWithin(page, path) {
  const [here, there] = [new URL(page.url()), new URL(path, SITE)];
  if (appOf(here) !== appOf(there)) return false;
  const heading = await page.locator('h1').first().elementHandle();
  await page.evaluate(
    ({ hash, address }) => {
      if (hash !== '') {
        location.hash = hash;
        return;
      }
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    },
    { hash: there.hash, address: there.pathname + there.search },
  );
  const isGone = page.waitForFunction((old) => !old?.isConnected, heading, { timeout: PATIENCE });
  return isGone.then(
    () => true,
    () => false,
  );
}

/**
 * @param {Walk} walk
 * @param {string} path
 */
async function visit({ window, look, faults }, path) {
  const { page } = window;
  const name = `${path} (${look.locale}, ${look.viewport.width})`;
  const before = faults.length;
  // The long form loads everything anew.
  if (ALL || !(await goWithin(page, path))) {
    await leave(page);
    await page.goto(path);
  }
  try {
    await page.getByRole('heading').first().waitFor();
    await hasLoaded(page);
  } catch (error) {
    faults.push(`${name}: does not come up: ${error}`);
    return;
  }
  await readScreen(window, name, look, faults);
  for (let at = before; at < faults.length; at += 1) {
    if (!faults[at]?.includes(path)) faults[at] = `${name}: ${faults[at]}`;
  }
}

/**
 * @param {Person} who
 * @param {readonly string[]} paths
 * @param {Look} look
 * @returns {Piece}
 */
const screens = (who, paths, look) => ({
  who,
  what: 'screens',
  look,
  async walk(walk) {
    for (const path of paths) await visit(walk, path);
    return paths.length;
  },
});

/**
 * Screens while nothing is there yet, is refused, fails, or while there is nothing.
 *
 * @param {Person} who
 * @param {readonly string[]} paths
 * @param {Look} look
 * @returns {Piece}
 */
const unanswered = (who, paths, look) => ({
  who,
  what: 'unanswered',
  look,
  walk: ({ window, faults }) => walkConditions(window, paths, look, faults),
});

/**
 * What opens over the screens, the longest first.
 *
 * @param {Look} look
 * @param {Map<number, string>} orders by state, whose dialogs are opened, too, with more others: the long form
 * @returns {Piece[]}
 */
function opened(look, orders) {
  const all = [...orders.values()];
  // Nobody in the office sees what was not submitted yet.
  const submitted = [...orders].flatMap(([state, id]) => (state < 0 ? [] : [id]));
  return [
    { who: 'admin', what: 'dialogs', look, walk: (walk) => walkOfficeDialogs(walk, submitted) },
    {
      who: 'applicant',
      what: 'dialogs',
      look,
      walk: async (walk) =>
        (await walkStates(walk)) + (all.length === 0 ? 0 : await walkPortalDialogs(walk, all)),
    },
    { who: 'guest', what: 'session', look, walk: walkSession },
  ];
}

/**
 * Each kind of screen once, of the first of people who has it: what is not answered looks alike whatever the answer would be,
 * and whoever asks.
 *
 * @param {Map<number, string>} orders
 * @param {Made} made
 */
function kindsOfScreens(orders, made) {
  const known = new Set();
  return PEOPLE.map((who) => {
    const paths = pathsOf(who, orders, made, false).filter((path) => !known.has(path));
    for (const path of paths) known.add(path);
    return { who, paths };
  });
}

/** @param {Map<number, string>} orders @param {Made} made @returns {Piece[]} */
function longForm(orders, made) {
  return LOOKS.flatMap((look) => [
    ...opened(look, orders),
    ...PEOPLE.map((who) => screens(who, pathsOf(who, orders, made, true), look)),
    ...kindsOfScreens(orders, made)
      .filter(({ paths }) => paths.length > 0)
      .map(({ who, paths }) => unanswered(who, paths, look)),
  ]);
}

/** @param {Map<number, string>} orders @param {Made} made @returns {Piece[]} */
function smallForm(orders, made) {
  const kinds = kindsOfScreens(orders, made).filter(({ paths }) => paths.length > 0);
  // A desktop lays a guest's screens out as an applicant's.
  const wide = kinds.filter(({ who }) => who === 'applicant' || who === 'admin');
  return [
    ...opened(CHINESE_DESKTOP, new Map()),
    ...kinds.map(({ who, paths }) => screens(who, paths, ENGLISH_PHONE)),
    ...wide.map(({ who, paths }) => screens(who, paths.filter(isWide), CHINESE_DESKTOP)),
  ];
}

/** @param {Piece} piece */
const nameOf = ({ who, what, look }) =>
  `${who} ${what} ${look.locale === 'en' ? 'en' : 'zh'} ${look.viewport.width}`;

/** @param {Piece} piece */
function isChosen(piece) {
  if (SCREENS === 'all' || !ALL) return true;
  const words = nameOf(piece).split(' ');
  return SCREENS.split(' ').every((some) => some.split(',').some((one) => words.includes(one)));
}

/**
 * Answers how many screens there were, and what is wrong with them.
 *
 * @param {Browser} browser
 * @param {Piece} piece
 */
async function take(browser, piece) {
  const { who, look } = piece;
  const name = nameOf(piece);
  const begun = Date.now();
  /** @type {string[]} */
  const faults = [];
  let [count, window] = [0, /** @type {import('./reading.mjs').Screen | null} */ (null)];
  try {
    window = await signIn(browser, look, who, faults);
    count = await piece.walk({ window, look, faults });
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await window?.page.context().close();
  }
  step(`${name}: ${count} in ${secondsSince(begun)} s, ${faults.length} faults`);
  // At once: whoever stops a long walk has seen what it found so far.
  if (faults.length > 0) step(faults.join('\n'));
  return { count, faults };
}

const browser = await launch();
try {
  const make = maker(SITE);
  const orders = await make.ordersByState();
  step('the demo has orders in every state');
  const made = {
    article: await make.article(),
    grant: await make.grant(),
    subscription: await make.subscription(),
  };
  await make.shelf();
  if (ALL) await make.clientSystem();
  if (ALL) await make.cart();
  const pieces = ALL ? longForm(orders, made) : smallForm(orders, made);
  const waiting = pieces.filter(isChosen);
  assert(waiting.length > 0, `no piece is called ${SCREENS}: ${pieces.map(nameOf).join(', ')}`);
  const extent = `${waiting.length} of ${pieces.length} pieces`;
  /** @type {string[]} */
  const faults = [];
  let count = 0;
  // A window each, several at once: most of the time is waiting.
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const taken = await take(browser, one);
      count += taken.count;
      faults.push(...taken.faults);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  step(`${extent}, ${count} screens`);
  assert.deepEqual(faults, [], 'faults on the way');
  process.stdout.write(`proof: ${count} screens\n`);
} finally {
  await browser.close();
}
