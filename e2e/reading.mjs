// What every screen keeps to, whatever it shows: nothing that only a program understands, no wider than its window, one
// language, and readable by axe.
import { join } from 'node:path';
import { atRest, readAloud } from './browser.mjs';
import { ownChinese } from './chinese.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ locale: 'zh-CN' | 'en', viewport: { width: number, height: number } }} Look */
/** @typedef {{ page: Page, data: import('./chinese.mjs').AnsweredData }} Screen */

/** The folder that a picture of everything goes into, for whoever looks through them. */
const { SCREENS_PICTURES } = process.env;

/** @param {Page} page @param {string} name */
async function takePicture(page, name) {
  if (SCREENS_PICTURES === undefined) return;
  const file = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`;
  await page.screenshot({ path: join(SCREENS_PICTURES, file) });
}

/**
 * What nobody should ever read, what is wider than its window, and what is open and does not fit into it. Runs in the page.
 *
 * @param {string} part
 */
function lookAround(part) {
  const rubbish = /\b(undefined|NaN|\[object Object\]|Invalid Date)\b/.exec(
    // biome-ignore lint/performance/useDomNodeTextContent: what nobody sees does not count
    document.body.innerText,
  );
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (part === 'html') return { rubbish: rubbish?.[0] ?? null, wide, beyond: [] };
  const opened = [...document.querySelectorAll(part)].filter((one) => one.checkVisibility());
  const buttons = opened.flatMap((one) => [...one.querySelectorAll('.MuiDialogActions-root')]);
  const beyond = [...opened, ...buttons].flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const room = { left, top, right: innerWidth - right, bottom: innerHeight - bottom };
    return Object.entries(room).flatMap(([side, px]) =>
      px < -1 ? [`${Math.round(-px)} px beyond the ${side}`] : [],
    );
  });
  // Tables and bars of tools may be moved sideways; what holds fields, words and buttons may not.
  const holders =
    '.MuiDialogContent-root, .MuiDialogActions-root, .MuiList-root, .MuiPaper-root:not(.MuiTableContainer-root, [role=toolbar])';
  const moved = opened
    .flatMap((one) => [one, ...one.querySelectorAll(holders)])
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => getComputedStyle(one).overflowX !== 'visible')
    .map((one) => `${one.scrollWidth - one.clientWidth} px wider than ${one.className}`);
  return { rubbish: rubbish?.[0] ?? null, wide, beyond: [...beyond, ...moved] };
}

/**
 * @param {Screen} screen
 * @param {string} name
 * @param {Look} look
 * @param {string[]} faults
 * @param {string} [part] what is open over the screen (a selector) and alone read by axe; the screen itself, if not said
 */
export async function readScreen({ page, data }, name, look, faults, part = 'html') {
  // What slides in is wider than its window on the way.
  await atRest(page);
  const { rubbish, wide, beyond } = await page.evaluate(lookAround, part);
  if (rubbish !== null) faults.push(`${name}: shows ${rubbish}`);
  if (wide > 1) faults.push(`${name}: ${wide} px wider than the window`);
  for (const one of beyond) faults.push(`${name}: ${one}`);
  if (look.locale === 'en') {
    const left = await ownChinese(page, data);
    if (left.length > 0) faults.push(`${name}: in Chinese: ${left.join(' | ')}`);
  }
  await takePicture(page, `${look.locale} ${look.viewport.width} ${name}`);
  await readAloud(page, name, faults, part);
}
