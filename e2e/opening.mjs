// What opens over a page: opened by keyboard, read as a screen is, and left by Esc, which gives the focus back to what opened
// it.
import { hasLoaded, leave } from './browser.mjs';
import { readScreen } from './reading.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {{ window: import('./reading.mjs').Screen, look: import('./reading.mjs').Look, faults: string[] }} Walk */

/**
 * Opened by a button, or by an entry of the menu behind it; `within` are those that can be opened once it is open.
 *
 * @typedef {{ opener: RegExp | ((page: Page) => Locator), item?: RegExp, role?: 'dialog' | 'menu' | 'listbox',
 *   name?: RegExp, within?: readonly Opening[] }} Opening
 */

/** @param {string} text */
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Something that is called so in Chinese and so in English, and by no other name.
 *
 * @param {...string} names
 */
export const either = (...names) => new RegExp(`^(?:${names.map(literally).join('|')})$`);

/** What is open and was not read yet: others may lie below it. */
const FRESH = ':not([data-read])';

/**
 * @param {Walk} walk
 * @param {'dialog' | 'menu' | 'listbox'} role
 * @param {RegExp} [name]
 */
const fresh = ({ window: { page } }, role, name) =>
  page
    .getByRole(role, name === undefined ? {} : { name })
    .and(page.locator(FRESH))
    .last();

/** What is open already is not what the next button opens. @param {Page} page */
const passOver = (page) =>
  page.locator('[role=dialog], [role=menu], [role=listbox]').evaluateAll((open) => {
    for (const one of open) one.setAttribute('data-read', '');
  });

/**
 * Reads what has just opened. Answers it.
 *
 * @param {Walk} walk
 * @param {string} called
 * @param {'dialog' | 'menu' | 'listbox'} role
 * @param {RegExp} [name]
 */
export async function readOpened(walk, called, role, name) {
  const { window, look, faults } = walk;
  const opened = fresh(walk, role, name);
  await opened.waitFor();
  await hasLoaded(window.page);
  await readScreen(window, `${called} open`, look, faults, `[role=${role}]${FRESH}`);
  const element = await opened.elementHandle();
  await element?.evaluate((one) => one.setAttribute('data-read', ''));
  return element;
}

/**
 * @param {Walk} walk
 * @param {Opening} opening
 * @returns {Promise<number>} how many were open
 */
export async function openAndLeave(walk, { opener, item, role = 'dialog', name, within = [] }) {
  const { page } = walk.window;
  const button =
    typeof opener === 'function'
      ? opener(page)
      : page.getByRole('button', { name: opener }).first();
  // Some can be pressed once what they change is there.
  // What runs along the page is never still enough for a pointer, and is pressed by key all the same.
  const pressed = await button.elementHandle();
  await pressed?.waitForElementState('enabled');
  const called = await button.evaluate((one) => one.ariaLabel ?? one.textContent ?? '');
  await passOver(page);
  await button.focus();
  await page.keyboard.press('Enter');
  let count = 1;
  if (item !== undefined) {
    const menu = await readOpened(walk, called, 'menu');
    await page.getByRole('menuitem', { name: item }).click();
    await menu?.waitForElementState('hidden');
    count += 1;
  }
  const opened = await readOpened(walk, called, role, name);
  for (const one of within) count += await openAndLeave(walk, one);
  await page.keyboard.press('Escape');
  await opened?.waitForElementState('hidden');
  const back = await pressed?.evaluate((element) => element === document.activeElement);
  if (back !== true) walk.faults.push(`${called}: Esc does not give the focus back`);
  return count;
}

/** A step for each. @param {readonly Opening[]} openings */
export const each = (openings) =>
  openings.map((one) => (/** @type {Walk} */ walk) => openAndLeave(walk, one));

/** What is worth reading of an error: what was waited for stands below its name. */
const ERROR_LINES = 4;

/**
 * Opens and leaves what a page offers; what cannot be opened is a fault, and the rest is opened all the same. Answers how many
 * were open.
 *
 * @param {Walk} walk
 * @param {string} path
 * @param {readonly ((walk: Walk) => Promise<number>)[]} steps
 */
export async function walkOn(walk, path, steps) {
  const { window, look, faults } = walk;
  const { page } = window;
  let count = 0;
  let isFresh = false;
  for (const step of steps) {
    const before = faults.length;
    try {
      if (!isFresh) await leave(page);
      if (!isFresh) await page.goto(path);
      count += await step(walk);
    } catch (error) {
      faults.push(String(error).split('\n', ERROR_LINES).join(' '));
    }
    // What a step left open would lie over the next.
    isFresh = faults.length === before;
    for (let one = before; one < faults.length; one += 1) {
      faults[one] = `${path} (${look.locale}, ${look.viewport.width}): ${faults[one]}`;
    }
  }
  return count;
}
