// What every screen keeps to, whatever it shows: nothing that only a program understands, no wider than its window, one
// language, and readable by axe.
import { readAloud } from './browser.mjs';
import { ownChinese } from './chinese.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ locale: 'zh-CN' | 'en', viewport: { width: number, height: number } }} Look */
/** @typedef {{ page: Page, data: import('./chinese.mjs').AnsweredData }} Screen */

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
 * @param {Screen} screen
 * @param {string} name
 * @param {Look} look
 * @param {string[]} faults
 */
export async function readScreen({ page, data }, name, look, faults) {
  const { rubbish, wide } = await page.evaluate(lookAround);
  if (rubbish !== null) faults.push(`${name}: shows ${rubbish}`);
  if (wide > 1) faults.push(`${name}: ${wide} px wider than the window`);
  if (look.locale === 'en') {
    const left = await ownChinese(page, data);
    if (left.length > 0) faults.push(`${name}: in Chinese: ${left.join(' | ')}`);
  }
  await readAloud(page, name, faults);
}
