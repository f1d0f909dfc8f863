// A person comes through the identity provider, is away for a day, and is signed out here and there:
//
//   node e2e/provider.mjs http://127.0.0.1:8080 http://127.0.0.1:9090 NAME
//
// the server, the provider's issuer, and an account that the server knows. Needs Chromium.
import assert from 'node:assert/strict';
import { launch, openWindow } from './browser.mjs';

const [site = '', issuer = '', name = ''] = process.argv.slice(2);
assert(name !== '', 'usage: node e2e/provider.mjs URL ISSUER NAME');

/** @typedef {import('playwright-core').Page} Page */

/** The page of the portal where people land. @param {Page} page */
const land = (page) => page.waitForURL((url) => url.origin === site && url.pathname === '/search');

/** @param {Page} page */
async function signIn(page) {
  await page.goto('/search');
  await page.getByRole('link', { name: '登录', exact: true }).click();
  // In this deployment there is no form here.
  await page.waitForURL((url) => url.origin === issuer);
  await page.locator('[name=login]').fill(name);
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.locator('[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('[type=submit]').click();
  await land(page);
  await page.getByRole('button', { name: /王五/ }).waitFor();
}

/** @param {Page} page */
async function stayAwayADay(page) {
  await page.clock.fastForward('24:00:10');
  await page.waitForURL((url) => url.origin === issuer && url.pathname.startsWith('/session/end'));
  await page.locator('[name=logout][value=yes]').click();
  await land(page);
  await page.getByText('检测到您长时间未操作页面,请重新登录!').waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('scenedock.token'));
  assert.equal(kept, null, 'the session is kept');
}

/** Who comes back is asked again. @param {Page} page */
async function comeBack(page) {
  await page.getByRole('link', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.origin === issuer);
  await page.locator('[name=login]').waitFor();
}

/** @type {string[]} */
const faults = [];
const browser = await launch();
try {
  const page = await openWindow(browser, site, faults);
  await page.clock.install();
  await signIn(page);
  await stayAwayADay(page);
  await comeBack(page);
} finally {
  await browser.close();
}
// The provider's pages are not ours, and the log takes no stay that ends tomorrow, as it does by this browser's clock.
const own = (/** @type {string} */ one) =>
  one.startsWith('script: ') || (one.includes(site) && !one.includes('behaviours'));
assert.deepEqual(faults.filter(own), [], 'faults on the way');
