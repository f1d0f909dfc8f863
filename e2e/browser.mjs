// One browser with a window for each person, all of whose faults are gathered.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Page */

/** Longest wait for anything that must come about, in milliseconds: machines that test are busy. */
const PATIENCE = 60_000;

/** Longest fade, in milliseconds; what moves for longer is a text that passes, or never ends. */
const LONGEST_FADE = 2000;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** @param {string} path */
function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `CHROMIUM`, or the first Chromium on `PATH`. */
function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs);
  if (found === undefined) throw new Error(`none of ${NAMES.join(', ')} is on PATH; set CHROMIUM`);
  return found;
}

/** Starts Chromium; its sandbox does not work for root. */
export function launch() {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: executable(), args });
}

/**
 * A window of its own, with its own storage. Whatever a screen must not do goes into `faults`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} site origin of the server
 * @param {string[]} faults
 * @param {{ locale?: string, viewport?: { width: number, height: number } }} [look] Chinese and a desktop, if not said
 */
export async function openWindow(browser, site, faults, look = {}) {
  const context = await browser.newContext({
    baseURL: site,
    viewport: look.viewport ?? { width: 1440, height: 900 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript((locale) => {
    // A page that has no origin yet has no storage, nor has the browser's own PDF viewer in a frame.
    if (locale !== undefined && window === window.top && location.protocol.startsWith('http')) {
      localStorage.setItem('scenedock.locale', locale);
    }
  }, look.locale);
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== site) faults.push(`leaves: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  context.on('console', (message) => {
    // The browser looks there once for an icon of what is no page; pages name theirs.
    const { url } = message.location();
    if (message.type() !== 'error' || url === `${site}/favicon.ico`) return;
    faults.push(`console: ${message.text()} (${url})`);
  });
  context.on('weberror', (error) => {
    faults.push(`script: ${error.error().stack ?? error.error().message}`);
  });
  return context.newPage();
}

/**
 * Leaves a page for an empty one: an address that differs behind the # only would not be loaded anew. From one of the same
 * site the browser goes on in the same process; from `about:blank`, loading takes four tenths longer.
 *
 * @param {Page} page
 */
export async function leave(page) {
  await page.goto('/favicon.svg');
}

/**
 * Waits until nothing fades or slides: colours in the middle of a fade are nobody's colours, nor is a place on the way to
 * another anybody's place.
 *
 * @param {Page} page
 */
export async function atRest(page) {
  await page.waitForFunction(
    (longest) =>
      document
        .getAnimations()
        .every(
          (one) =>
            one.playState !== 'running' ||
            Number(one.effect?.getComputedTiming().endTime) > longest,
        ),
    LONGEST_FADE,
  );
}

/**
 * Waits until everything that a page shows is there.
 *
 * @param {Page} page
 */
export async function hasLoaded(page) {
  await page.waitForFunction(
    () => document.querySelector('[role=status] [role=progressbar]') === null,
  );
}

/**
 * Every screen is read by axe: serious and critical violations are faults.
 *
 * @param {Page} page
 * @param {string} screen
 * @param {string[]} faults
 * @param {string} [part] what is read of it (a selector); the whole page, if not said
 */
export async function readAloud(page, screen, faults, part = 'html') {
  await atRest(page);
  // None may begin while axe reads: an answer that comes meanwhile changes buttons.
  const still = await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; }',
  });
  // Half a megabyte of script is read once a document, not once a screen. The browser's own PDF viewer, which stands in a frame, is
  // not ours to mend, and never answers. What passes needs no list.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (selector) => {
    const context = { include: [[selector]], exclude: [['iframe']] };
    const { violations } = await axe.run(context, { resultTypes: ['violations'], iframes: false });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map((node) => node.html),
    }));
  }, part);
  await still.evaluate((element) => /** @type {Element} */ (element).remove());
  for (const { id, impact, html } of violations) {
    if (impact !== 'serious' && impact !== 'critical') continue;
    faults.push(`${screen}: ${impact} ${id}: ${html.join('\n    ')}`);
  }
}
