// Every screen of both web apps, with the demo's orders in every state:
//
//   node e2e/screens.mjs http://127.0.0.1:8080
//
// A screen must come up, be readable by axe, not scroll sideways, and speak one language. Needs Chromium. The small form
// looks at each kind of screen in English on a phone, where words are longest and room is least, and at what a desktop lays
// out otherwise in Chinese there; with SCREENS=all every screen is looked at in both languages on a desktop, a tablet and a
// phone.
import assert from 'node:assert/strict';
import { launch, openWindow } from './browser.mjs';
import { gatherData } from './chinese.mjs';
import { walkConditions } from './conditions.mjs';
import { isWide, pathsOf, STATES } from './paths.mjs';
import { readScreen } from './reading.mjs';
import { walkSession } from './session.mjs';
import { walkOfficeDialogs, walkStates } from './states.mjs';

/** @typedef {import('./paths.mjs').Person} Person */
/** @typedef {import('./paths.mjs').Made} Made */
/** @typedef {import('./reading.mjs').Look} Look */

const [address = ''] = process.argv.slice(2);
assert(address !== '', 'usage: node e2e/screens.mjs URL');
const SITE = new URL(address).origin;
const ALL = process.env.SCREENS === 'all';
const PASSWORD = 'Scenedock1';
const PATIENCE = 60_000;
const DESKTOP = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
/** Windows that are open at once: more than a small machine draws in time take longer together than in turns. */
const AT_ONCE = 3;

/** @type {readonly Person[]} */
const PEOPLE = ['admin', 'applicant', 'guest', 'operator'];

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
  if (who === 'guest') return { page, data };
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

/**
 * @param {import('./reading.mjs').Screen} window
 * @param {string} path
 * @param {Look} look
 * @param {string[]} faults
 */
async function visit(window, path, look, faults) {
  const { page } = window;
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
  await readScreen(window, name, look, faults);
  for (let at = before; at < faults.length; at += 1) {
    if (!faults[at]?.includes(path)) faults[at] = `${name}: ${faults[at]}`;
  }
}

/**
 * One person's screens, one after the other. Answers what is wrong with them.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Person} who
 * @param {readonly string[]} paths
 * @param {Look} look
 */
async function walk(browser, who, paths, look) {
  /** @type {string[]} */
  const faults = [];
  const window = await signIn(browser, look, who, faults);
  for (const path of paths) await visit(window, path, look, faults);
  await window.page.context().close();
  step(`${paths.length} screens of the ${who} in ${look.locale} at ${look.viewport.width} px`);
  return faults;
}

/**
 * Walks of everybody's screens, each for a window of its own.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {Map<number, string>} orders
 * @param {Made} made
 */
function walks(browser, orders, made) {
  const everything = PEOPLE.map((who) => ({ who, paths: pathsOf(who, orders, made, ALL) }));
  if (ALL) {
    return LOOKS.flatMap((look) =>
      everything.flatMap((one) => [
        () => walk(browser, one.who, one.paths, look),
        () => walkUnanswered(browser, one, look),
      ]),
    );
  }
  // An operator's screens are an administrator's, and a guest's an applicant's: a desktop lays them out alike.
  const wide = everything.filter(({ who }) => who === 'applicant' || who === 'admin');
  return [
    ...everything.map(
      ({ who, paths }) =>
        () =>
          walk(browser, who, paths, { locale: 'en', viewport: PHONE }),
    ),
    ...wide.map(
      ({ who, paths }) =>
        () =>
          walk(browser, who, paths.filter(isWide), { locale: 'zh-CN', viewport: DESKTOP }),
    ),
  ];
}

/**
 * One person's screens while nothing is there yet, is refused, fails, or while there is nothing. Answers what is wrong with
 * them.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ who: Person, paths: readonly string[] }} walk
 * @param {Look} look
 */
async function walkUnanswered(browser, { who, paths }, look) {
  /** @type {string[]} */
  const faults = [];
  const window = await signIn(browser, look, who, faults);
  const seen = await walkConditions(window, paths, look, faults);
  visited += seen;
  await window.page.context().close();
  step(
    `${seen} screens of the ${who} loading, refused, failed and empty in ${look.locale} at ${look.viewport.width} px`,
  );
  return faults;
}

/** In which the long form sees every screen. @type {readonly Look[]} */
const LOOKS = [PHONE, TABLET, DESKTOP].flatMap((viewport) =>
  /** @type {const} */ (['zh-CN', 'en']).map((locale) => ({ locale, viewport })),
);

/** What opens over the search page and in the back office. Answers what is wrong with it. @param {import('playwright-core').Browser} browser */
async function walkOpened(browser) {
  /** @type {string[]} */
  const faults = [];
  const look = { locale: /** @type {const} */ ('zh-CN'), viewport: DESKTOP };
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
  // The longest first, so that the others are done meanwhile.
  const waiting = [() => walkOpened(browser), ...walks(browser, orders, made)];
  // A window each, several at once: most of the time is waiting.
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
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
