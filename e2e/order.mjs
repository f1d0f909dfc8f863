// Two people take one order the whole way, in a real browser, on a running server with the demo catalogue:
//
//   node e2e/order.mjs http://127.0.0.1:8080 FOLDER
//
// FOLDER takes the download. Needs Chromium (CHROMIUM or PATH), lftp and sha256sum.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditByKeyboard } from './auditDesk.mjs';
import { launch, openWindow, readAloud } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const [address = '', folder = ''] = process.argv.slice(2);
assert(address !== '' && folder !== '', 'usage: node e2e/order.mjs URL FOLDER');
const SITE = new URL(address).origin;
const DEMO = fileURLToPath(new URL('../demo/', import.meta.url));
const PASSWORD = 'Scenedock1';
const SCENES = 10;
/** Slot of the form and the paper that goes into it. */
const PAPERS = /** @type {const} */ ([
  ['任务来源说明', '6-任务来源说明（样例）.pdf'],
  ['分发登记表（签字）', '7-数据分发登记表（样例）.pdf'],
  ['介绍信', '2-介绍信（样例）.pdf'],
  ['身份证', '1-身份证（样例）.jpg'],
]);

/** @type {string[]} */
const faults = [];
const started = Date.now();

/** @param {string} text */
function step(text) {
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}

/** @param {import('playwright-core').Locator} locator */
async function textOf(locator) {
  return (await locator.textContent()) ?? '';
}

/** @param {Page} page */
async function signInAtPortal(page) {
  await page.goto('/signIn');
  const sign = page.getByRole('button', { name: '登录', exact: true });
  await sign.waitFor();
  await readAloud(page, 'portal sign-in', faults);
  await page.getByLabel('用户名').fill('applicant');
  await page.getByLabel('密码').fill(PASSWORD);
  await sign.click();
  // The map stands behind the dialog all the time; what is begun on it before the person is known ends with the sign-in.
  await page.getByRole('button', { name: /^账户菜单/ }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('application', { name: '地图' }).waitFor();
  step('the applicant is signed in');
}

/**
 * Draws a rectangle over eastern China.
 *
 * @param {Page} page
 */
async function drawRectangle(page) {
  const map = page.getByRole('application', { name: '地图' });
  await page.getByRole('button', { name: '矩形', exact: true }).click();
  await page.getByText('在地图上拖动绘制矩形').waitFor();
  const box = await map.boundingBox();
  assert(box !== null, 'the map has no size');
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 5 });
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.6, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL(/[?&]box=/);
  await page
    .getByText(/平方公里$/)
    .first()
    .waitFor();
}

/** @param {Page} page */
async function findScenes(page) {
  await drawRectangle(page);
  await page.getByRole('treeitem', { name: '省级地形晕渲' }).click();
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.waitForURL(/[?&]node=/);
  const results = page.getByRole('region', { name: '检索结果' });
  const rasters = results.locator('[data-scene]').filter({ hasText: '地形晕渲' });
  await rasters.nth(SCENES - 1).waitFor();
  await readAloud(page, 'search', faults);
  step(`found: ${await textOf(results.getByRole('heading').first())}`);
  return rasters;
}

/** @param {Page} page */
async function fillCart(page) {
  const rasters = await findScenes(page);
  await rasters
    .first()
    .getByRole('button', { name: /地形晕渲/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img').first().waitFor();
  await readAloud(page, 'scene', faults);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (let at = 0; at < SCENES; at += 1) {
    await rasters
      .nth(at)
      .getByRole('button', { name: /^加入购物车/ })
      .click();
    await rasters
      .nth(at)
      .getByRole('button', { name: /^已在购物车/ })
      .waitFor();
  }
  await page.getByRole('link', { name: `购物车，${SCENES} 景` }).click();
  await page.getByText(`已选 ${SCENES} 景`).waitFor();
  await readAloud(page, 'cart', faults);
  await page.getByRole('button', { name: '订购' }).click();
  step(`${SCENES} scenes are in the cart`);
}

/**
 * Fills in the form, uploads the papers, submits.
 *
 * @param {Page} page
 */
async function apply(page) {
  await page.getByLabel('项目名称').fill('浏览器全流程验证');
  await page.getByRole('combobox', { name: '用途' }).click();
  await page.getByRole('option', { name: '科研' }).click();
  for (const [slot, file] of PAPERS) {
    const group = page.getByRole('group', { name: slot });
    await group.locator('input[type=file]').setInputFiles(join(DEMO, 'papers', file));
    await group.getByRole('link', { name: file }).waitFor();
  }
  await readAloud(page, 'form', faults);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.waitForURL(/\/orderManage\/details\//);
  const title = page.getByRole('heading', { level: 1 });
  await page.getByText('待审核').first().waitFor();
  const name = /\d{8}WP\d{9}/.exec(await textOf(title))?.[0];
  assert(name, 'the order has no number');
  await readAloud(page, 'order under review', faults);
  step(`order ${name} is submitted`);
  return name;
}

/** @param {Page} page */
async function signInAtBackOffice(page) {
  await page.goto('/admin/');
  await page.getByLabel('用户名').waitFor();
  await readAloud(page, 'back-office sign-in', faults);
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { name: '工作台', level: 1 }).waitFor();
  const waiting = page.getByRole('link', { name: /^等待审核，\d+ 单/ });
  await waiting.waitFor();
  await readAloud(page, 'dashboard', faults);
  await waiting.click();
  await page.getByRole('heading', { name: '待审核', level: 1 }).waitFor();
  step('the administrator is signed in');
}

/** @param {Page} page */
async function previewPapers(page) {
  await page.getByRole('button', { name: '预览 身份证' }).click();
  const dialog = page.getByRole('dialog');
  const picture = dialog.getByRole('img');
  await picture.waitFor();
  await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  await readAloud(page, 'paper', faults);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await dialog.waitFor({ state: 'detached' });
  const paper = page.waitForResponse(
    (response) => response.headers()['content-type'] === 'application/pdf',
  );
  await page.getByRole('button', { name: '预览 介绍信' }).click();
  assert.equal((await paper).status(), 200);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/**
 * @param {Page} page
 * @param {string} order
 */
async function approve(page, order) {
  await readAloud(page, 'pending list', faults);
  await page.getByRole('link', { name: order, exact: true }).click();
  await page.getByRole('heading', { name: order, level: 1 }).waitFor();
  await page.getByText('浏览器全流程验证').waitFor();
  await readAloud(page, 'order in the back office', faults);
  await previewPapers(page);
  await page.getByRole('button', { name: '通过', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('审核通过后，订单将进入数据准备状态，是否继续？').waitFor();
  await readAloud(page, 'approval', faults);
  await dialog.getByRole('button', { name: '确定' }).click();
  await page.getByText('审核成功！').waitFor();
  step('the order is approved');
}

/**
 * The page that was open all the time comes to 100% by itself.
 *
 * @param {Page} page
 */
async function watchPreparation(page) {
  const bar = page.getByRole('progressbar', { name: '数据准备进度' });
  await page.locator('[role=progressbar][aria-valuenow="100"]').waitFor();
  assert.match((await bar.getAttribute('aria-valuetext')) ?? '', /^100%/);
  await page.getByText('数据准备完成').first().waitFor();
  await readAloud(page, 'prepared order', faults);
  step('the applicant saw the preparation reach 100%');
}

/**
 * Takes the shown lftp command and runs it as it stands.
 *
 * @param {Page} page
 * @param {string} order
 */
async function download(page, order) {
  await page.getByRole('button', { name: '下载信息' }).click();
  const dialog = page.getByRole('dialog', { name: /下载信息/ });
  await dialog.getByRole('button', { name: '显示密码' }).click();
  const shown = await textOf(dialog.getByTestId('address'));
  assert.match(shown, /^[^:@]+:[^@•]{16,}@[^:]+:\d+$/, 'the address is not whole');
  const lftp = dialog.getByRole('region', { name: /lftp/ }).locator('pre');
  const command = await textOf(lftp);
  await readAloud(page, 'delivery', faults);
  execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'inherit' });
  const into = join(folder, order);
  // The package alone was fetched: no scene came twice.
  assert.deepEqual(readdirSync(into), ['package']);
  const check = ['-c', '--strict', '--quiet', 'SHA256SUMS'];
  execFileSync('sha256sum', check, { cwd: join(into, 'package') });
  await dialog.getByRole('button', { name: /单景文件/ }).click();
  execFileSync('sh', ['-c', await textOf(lftp)], { cwd: folder, stdio: 'inherit' });
  execFileSync('sha256sum', check, { cwd: join(into, 'scenes') });
  const scenes = readdirSync(join(into, 'scenes')).filter((name) => name !== 'SHA256SUMS');
  assert.equal(scenes.length, SCENES);
  for (const scene of scenes) {
    const got = readFileSync(join(into, 'scenes', scene));
    assert(got.equals(readFileSync(join(DEMO, 'archive', scene))), `${scene} differs`);
  }
  await dialog.getByRole('button', { name: '关闭' }).click();
  await dialog.waitFor({ state: 'detached' });
  step(`${scenes.length} scenes came over FTP, each the archive's`);
}

/**
 * @param {Page} page
 * @param {string} order
 */
async function complete(page, order) {
  await page.getByRole('link', { name: /^数据准备完成/ }).click();
  await page.getByRole('link', { name: order, exact: true }).click();
  await page.getByRole('button', { name: '完成', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('修改订单状态, 是否继续?').waitFor();
  await dialog.getByRole('button', { name: '确定' }).click();
  await page.getByText('修改状态成功！').waitFor();
  step('the order is completed');
}

/**
 * @param {Page} page
 * @param {string} order
 */
async function seeCompleted(page, order) {
  await page.getByText('已完成').first().waitFor();
  await page.getByRole('link', { name: '我的订单' }).click();
  const row = page.getByRole('row').filter({ hasText: order });
  await row.getByText('已完成').waitFor();
  await readAloud(page, 'order list', faults);
  step('the applicant sees it completed');
}

/**
 * @param {Page} applicant
 * @param {Page} admin
 */
async function speakEnglish(applicant, admin) {
  await applicant.getByRole('button', { name: 'English' }).click();
  await applicant.getByRole('link', { name: 'My orders' }).waitFor();
  await applicant.getByRole('columnheader', { name: 'Status' }).waitFor();
  await applicant.getByText('Completed').first().waitFor();
  assert.equal(await applicant.locator('html').getAttribute('lang'), 'en');
  await readAloud(applicant, 'order list in English', faults);
  await admin.getByRole('button', { name: /^English/ }).click();
  await admin.getByRole('link', { name: /^Pending review/ }).click();
  await admin.getByRole('heading', { name: 'Pending review', level: 1 }).waitFor();
  await readAloud(admin, 'pending list in English', faults);
  step('both web apps speak English');
}

const browser = await launch();
try {
  const applicant = await openWindow(browser, SITE, faults);
  const admin = await openWindow(browser, SITE, faults);
  await signInAtPortal(applicant);
  await fillCart(applicant);
  const order = await apply(applicant);
  // Gone as soon as the page is loaded anew.
  await applicant.evaluate(() => document.body.setAttribute('data-since-submission', ''));
  await signInAtBackOffice(admin);
  await approve(admin, order);
  await watchPreparation(applicant);
  await download(applicant, order);
  await complete(admin, order);
  await seeCompleted(applicant, order);
  assert.equal(await applicant.locator('body[data-since-submission]').count(), 1, 'was reloaded');
  const setting = { site: SITE, demo: DEMO, password: PASSWORD, papers: PAPERS };
  await auditByKeyboard(admin, setting, faults);
  step('five orders are audited by keyboard');
  await speakEnglish(applicant, admin);
  assert.deepEqual(faults, [], 'faults on the way');
} catch (error) {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    process.stderr.write(`at ${page.url()}\n${await page.locator('body').ariaSnapshot()}\n\n`);
  }
  process.stderr.write(`${faults.join('\n')}\n`);
  throw error;
} finally {
  await browser.close();
}
