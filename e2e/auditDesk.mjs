// Five orders are audited by keyboard alone: approved, taken back and rejected with a phrase, and several at once.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAloud } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ id: string, name: string }} Submitted */
/** @typedef {{ site: string, demo: string, password: string, papers: readonly (readonly [string, string])[] }} Setting */

const ORDERS = 5;
/** A busy machine may be too late for the eight seconds in which a decision can be taken back: tried anew with these. */
const SPARE = 4;
/** Longest wait for a worker, in milliseconds. */
const PATIENCE = 60_000;

/** @param {Setting} setting @param {string} path @param {RequestInit} init @param {string} [token] */
async function call({ site }, path, init, token) {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (typeof init.body === 'string') headers.set('content-type', 'application/json');
  const answer = await fetch(site + path, { ...init, headers });
  assert(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

/** @param {Setting} setting @param {string} path @param {unknown} body @param {string} [token] */
const post = (setting, path, body, token) =>
  call(setting, path, { method: 'POST', body: JSON.stringify(body) }, token);

/** @param {Setting} setting @param {string} loginName */
async function tokenOf(setting, loginName) {
  const signIn = { loginName, password: setting.password };
  return (await post(setting, '/api/auth/login', signIn)).token;
}

/** @param {Setting} setting @param {string} token @param {string} dataId @param {number} number */
async function submit(setting, token, dataId, number) {
  const attachments = [];
  for (const [, file] of setting.papers) {
    const form = new FormData();
    const bytes = readFileSync(join(setting.demo, 'papers', file));
    const type = Number(file[0]);
    form.append('type', String(type));
    form.append('file', new Blob([bytes]), file);
    const init = { method: 'POST', body: form };
    const { attachmentId } = await call(setting, '/api/attachments', init, token);
    attachments.push({ type, attachmentId });
  }
  const form = {
    applyuser: '王建国',
    applyUserPhone: '13800001111',
    applyUserUnit: '青海省地质调查院',
    productName: `键盘审核 ${number}`,
    applyUserUsed: '科研',
    getMethod: 0,
  };
  const draft = { type: 0, dataType: '0', form, dataIds: [dataId], attachments, action: 'submit' };
  const order = await post(setting, '/api/orders', draft, token);
  return /** @type {Submitted} */ ({ id: order.id, name: order.ordername });
}

/** @param {Setting} setting */
async function submitOrders(setting) {
  const token = await tokenOf(setting, 'applicant');
  const found = await post(setting, '/api/scenes/search', { text: 'NE-SR', pageSize: 1 });
  const orders = [];
  for (let number = 1; number <= ORDERS + SPARE; number += 1) {
    orders.push(await submit(setting, token, found.items[0].dataid, number));
  }
  return orders;
}

/** @param {Page} page @param {string} name the order that is shown, with its papers and facts */
async function isOpen(page, name) {
  const queue = page.getByRole('list', { name: '待审核队列' });
  await queue.locator('[aria-current=true]').filter({ hasText: name }).waitFor();
  await page.getByRole('region', { name: '自动核对' }).getByRole('listitem').first().waitFor();
}

/** Those that waited before are passed over. @param {Page} page @param {string} name */
async function walkTo(page, name) {
  const current = page.getByRole('list', { name: '待审核队列' }).locator('[aria-current=true]');
  for (;;) {
    const text = (await current.textContent()) ?? '';
    if (text.includes(name)) return;
    await page.keyboard.press('j');
    await page.waitForFunction(
      (before) => document.querySelector('ul [aria-current=true]')?.textContent !== before,
      text,
    );
  }
}

/** @param {Setting} setting @param {{ id: string }[]} orders @param {(states: number[]) => boolean} holds */
async function until(setting, orders, holds) {
  const token = await tokenOf(setting, 'admin');
  const limit = Date.now() + PATIENCE;
  for (;;) {
    const found = orders.map(({ id }) => call(setting, `/api/orders/${id}`, {}, token));
    const states = (await Promise.all(found)).map(({ sstatus }) => sstatus);
    if (holds(states)) return;
    assert(Date.now() < limit, `the orders are in ${states}`);
    await new Promise((resume) => setTimeout(resume, 300));
  }
}

/**
 * Whether something is seen before the decision about an order is past taking back.
 *
 * @param {Setting} setting @param {Submitted} order @param {() => Promise<boolean>} isSeen
 */
async function isSeenInTime(setting, order, isSeen) {
  const token = await tokenOf(setting, 'admin');
  const limit = Date.now() + PATIENCE;
  while (Date.now() < limit) {
    if (await isSeen()) return true;
    const { sstatus } = await call(setting, `/api/orders/${order.id}`, {}, token);
    if (sstatus !== 0) return false;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  return assert.fail(`${order.name}: neither seen nor decided`);
}

/**
 * Approves orders until one approval is taken back in time, and answers which; the others stay approved.
 *
 * @param {Page} page @param {Setting} setting @param {readonly Submitted[]} orders @param {string[]} faults
 */
async function approveAndTakeBack(page, setting, orders, faults) {
  const queue = page.getByRole('list', { name: '待审核队列' });
  for (const [at, order] of orders.entries()) {
    const faultsBefore = faults.length;
    await isOpen(page, order.name);
    await page.keyboard.press('a');
    const approved = page.getByRole('status').getByText(`已通过 ${order.name}`);
    const current = queue.locator('[aria-current=true]').filter({ hasText: order.name });
    const isBack = async () => !(await approved.isVisible()) && (await current.isVisible());
    if (!(await isSeenInTime(setting, order, () => approved.isVisible()))) continue;
    await page.keyboard.press('u');
    if (await isSeenInTime(setting, order, isBack)) return at;
    // That the server refused it in the end is no fault.
    faults.length = faultsBefore;
  }
  return assert.fail(`none of ${orders.length} decisions could be taken back`);
}

/**
 * Approves the first, takes the approval of the next back and rejects it, does two together, then one more. Answers the
 * order that was rejected and those that were approved.
 *
 * @param {Page} page @param {Setting} setting @param {readonly Submitted[]} orders @param {string[]} faults
 */
async function decideAll(page, setting, orders, faults) {
  const name = (/** @type {number} */ at) => orders[at]?.name ?? '';
  const keys = page.keyboard;
  await walkTo(page, name(0));
  await isOpen(page, name(0));
  await readAloud(page, 'audit desk', faults);
  await keys.press('2');
  await page.getByRole('tab', { name: /^2 /, selected: true }).waitFor();
  await keys.press('a');
  const back = 1 + (await approveAndTakeBack(page, setting, orders.slice(1, 2 + SPARE), faults));
  await isOpen(page, name(back));
  await keys.press('r');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /附件不清晰/ })
    .waitFor();
  await readAloud(page, 'rejection at the desk', faults, '[role=dialog]');
  await keys.press('1');
  await keys.press('Enter');
  await isOpen(page, name(back + 1));
  await keys.press('x');
  await keys.press('j');
  await isOpen(page, name(back + 2));
  await keys.press('x');
  await page.getByText('已选 2 单').waitFor();
  await keys.press('a');
  await isOpen(page, name(back + 3));
  await keys.press('?');
  await page.getByRole('dialog', { name: '审核台快捷键' }).waitFor();
  await readAloud(page, 'keys of the desk', faults, '[role=dialog]');
  await keys.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await keys.press('a');
  const decided = orders.slice(0, back + 4);
  return {
    rejected: decided.filter((_, at) => at === back),
    approved: decided.filter((_, at) => at !== back),
  };
}

/** The palette finds an order by its number, and Escape leaves it. @param {Page} page @param {string} name @param {string[]} faults */
async function findByName(page, name, faults) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: '快速跳转' });
  await palette.getByRole('combobox').fill(name);
  await palette.getByRole('group', { name: '订单' }).getByText(name).waitFor();
  await readAloud(page, 'palette', faults, '[role=dialog]');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
}

/**
 * The page is signed in to the back office, in Chinese, on a desktop.
 *
 * @param {Page} page
 * @param {Setting} setting
 * @param {string[]} faults
 */
export async function auditByKeyboard(page, setting, faults) {
  const orders = await submitOrders(setting);
  await page.getByRole('link', { name: '审核台', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '审核台', level: 1 }).waitFor();
  await page
    .getByText(orders[0]?.name ?? '')
    .first()
    .waitFor();
  const { rejected, approved } = await decideAll(page, setting, orders, faults);
  await until(setting, rejected, (states) => states.every((state) => state === 2));
  // Being prepared, or prepared already.
  await until(setting, approved, (states) => states.every((state) => state !== 0 && state !== 2));
  await findByName(page, orders[0]?.name ?? '', faults);
}
