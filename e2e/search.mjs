// One person searches in the portal, as a guest and then signed in, on a running server with the demo catalogue:
//
//   node e2e/search.mjs http://127.0.0.1:8080
//
// Whatever is kept on the way is deleted again. Needs Chromium (CHROMIUM or PATH).
import assert from 'node:assert/strict';
import { launch, openWindow, readAloud } from './browser.mjs';
import { fillAndEmptyCart, keepBookmark, keepSearch, signInToTheSearch } from './keeping.mjs';
import { figure, gone, press, searchPage, textOf } from './searchPage.mjs';
import { shapefile, zip } from './shapefile.mjs';

const [address = ''] = process.argv.slice(2);
assert(address !== '', 'usage: node e2e/search.mjs URL');
const SITE = new URL(address).origin;
/** A place in Beijing, on the footprints of several standard products. */
const PLACE = /** @type {const} */ ([116.4, 39.9]);

/** @type {string[]} */
const faults = [];
const started = Date.now();

/** @param {string} text */
function step(text) {
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`);
}

const browser = await launch();
const page = await openWindow(browser, SITE, faults);
const site = searchPage(page);
const { tools, results, heading, area } = site;

/** How what the server refused on purpose is recorded. */
const refusals = /** @type {string[]} */ ([]);

/**
 * @param {number} status
 * @param {string} path
 * @param {() => Promise<void>} deed
 */
async function refused(status, path, deed) {
  const answer = page.waitForResponse((one) => new URL(one.url()).pathname === path);
  const [got] = await Promise.all([answer, deed()]);
  assert.equal(got.status(), status, `${path} is not refused`);
  refusals.push(`${status}: ${SITE}${path}`);
  refusals.push(
    `console: Failed to load resource: the server responded with a status of ${status}`,
  );
}

/** Faults that nothing excuses. */
function unexpected() {
  const rest = [...faults];
  for (const start of refusals) {
    const at = rest.findIndex((fault) => fault.startsWith(start));
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

async function chooseRegion() {
  await page.goto('/search');
  await heading.waitFor();
  const all = await textOf(heading);
  await press(tools, '行政区划');
  const panel = page.getByRole('dialog', { name: '请选择城市' });
  await press(panel, '按城市');
  const list = panel.getByRole('group', { name: '行政区划列表' });
  await list.getByRole('button', { name: '保定市', exact: true }).waitFor();
  await panel.getByRole('searchbox', { name: '请输入城市名' }).fill('bjs');
  // A list that changes under the pointer takes no click.
  await list.getByRole('button', { name: '保定市', exact: true }).waitFor({ state: 'hidden' });
  await press(list, /^北京市( |$)/);
  await page.waitForURL(/[?&]region=156110000/);
  await area.getByText('北京市').waitFor();
  const total = await site.anotherTotal(all);
  assert(figure(total) > 0 && figure(total) < figure(all), `${all}, in Beijing ${total}`);
  await readAloud(page, 'region', faults);
  step(`北京市: ${total} of ${all}`);
}

/** Which result has the focus; null: none. */
const focusedRow = () =>
  page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? null);

/** From the top of the page to the first result in one step, through the results, and to the keyword. */
async function walkByKeys() {
  await page.goto('/search');
  await results.locator('[data-row]').nth(1).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: '跳到检索结果' });
  assert(await skip.evaluate((link) => link === document.activeElement), 'Tab finds another link');
  assert((await skip.boundingBox())?.x === 8, 'the link to the results is not in sight');
  await page.keyboard.press('Enter');
  const first = await focusedRow();
  assert.equal(first, await results.locator('[data-row]').first().getAttribute('data-row'));
  await page.keyboard.press('j');
  const second = await focusedRow();
  assert(second !== null && second !== first, 'j goes nowhere');
  await page.keyboard.press('k');
  assert.equal(await focusedRow(), first, 'k does not go back');
  await page.keyboard.press('/');
  await page.getByLabel('关键字').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'search-text');
  // In a field they are letters.
  await page.keyboard.press('j');
  assert.equal(await page.getByLabel('关键字').inputValue(), 'j');
  step('skip link, j, k and /');
}

async function suggestCover() {
  const bar = results.getByRole('progressbar', { name: /^本页共覆盖范围的/ });
  await bar.waitFor();
  assert(Number(await bar.getAttribute('aria-valuenow')) > 0, 'the page covers nothing');
  await press(page, '最小数据量覆盖');
  const cover = page.getByRole('region', { name: '最小数据量覆盖' });
  const said = cover.getByText(/景，覆盖范围的 [\d.]+%/);
  await said.waitFor();
  const listed = cover.locator('[data-scene]');
  await listed.nth(figure(await textOf(said)) - 1).waitFor();
  await readAloud(page, 'cover', faults);
  step(`the cheapest cover: ${await textOf(said)}`);
  await cover.getByRole('button', { name: '返回检索结果' }).first().click();
  await heading.waitFor();
}

async function narrowByFacet() {
  const before = await textOf(heading);
  await page.getByRole('tab', { name: '结果统计' }).click();
  await page.getByTestId('histogram').locator('rect').first().waitFor();
  const satellites = page.getByRole('group', { name: '卫星', exact: true });
  const value = satellites.getByRole('checkbox').last();
  const count = figure(await textOf(value.locator('[title] + *')));
  await value.click();
  const total = await site.anotherTotal(before);
  assert.equal(figure(total), count, 'another number than the facet said');
  assert.notEqual(site.inAddress('sat'), null);
  await readAloud(page, 'facets', faults);
  step(`one satellite: ${total} of ${before}`);
  await page.goBack();
  await heading.filter({ hasText: before }).waitFor();
  await page.getByRole('tab', { name: '查询条件' }).click();
}

async function drawPolygon() {
  await press(area, '清除范围');
  await gone(area);
  await press(tools, '全图');
  // Not before the flight is over: on a slow machine it writes addresses on its way.
  await page.waitForURL((url) => Number(url.searchParams.get('z')) < 5);
  await site.atRest();
  await press(tools, '绘制多边形');
  await page.getByText('单击地图，开始绘制多边形').waitFor();
  await site.clickThrough([
    [0.5, 0.4],
    [0.65, 0.42],
    [0.62, 0.6],
    [0.48, 0.55],
  ]);
  await page.waitForURL(/[?&]wkt=/);
  const wkt = site.inAddress('wkt') ?? '';
  assert.match(wkt, /^POLYGON ?\(\((-?\d+(\.\d{1,4})? -?\d+(\.\d{1,4})?,? ?){5}\)\)$/);
  await area.getByText(/^[\d,.]+ 平方公里$/).waitFor();
  await readAloud(page, 'polygon', faults);
  step(`a polygon: ${await textOf(area)}`);
  return wkt;
}

/** @param {string} before the area that stays */
async function drawTooLarge(before) {
  await press(tools, '绘制矩形');
  await page.getByText('在地图上拖动绘制矩形').waitFor();
  await page.mouse.move(...(await site.at([0.08, 0.15])));
  await page.mouse.down();
  await page.mouse.move(...(await site.at([0.5, 0.5])), { steps: 5 });
  await page.mouse.move(...(await site.at([0.88, 0.88])), { steps: 5 });
  await site.told('查询面积超过全国面积，请重新绘制！', () => page.mouse.up());
  assert.equal(site.inAddress('wkt'), before, 'the refused area was taken');
  assert.equal(site.inAddress('box'), null, 'the refused area was taken');
  await page.keyboard.press('Escape');
  step('an area larger than the nation is refused');
}

/** @param {number} west @param {number} south @returns {[number, number][]} */
const square = (west, south) => [
  [west, south],
  [west, south + 2],
  [west + 2, south + 2],
  [west + 2, south],
  [west, south],
];

/** Two of its edges cross. @type {[number, number][]} */
const BOW = [
  [116, 39],
  [116, 41],
  [118, 39],
  [118, 40.5],
  [116, 39],
];

async function uploadArea() {
  await press(tools, '上传矢量范围');
  const panel = page.getByRole('dialog', { name: '上传矢量范围' });
  /** @param {string} name @param {Buffer} buffer */
  const send = (name, buffer) =>
    panel.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
  await refused(422, '/api/areas', async () => {
    await send('two.zip', shapefile([square(115, 39), square(110, 30)]));
    await panel.getByText('请使用单面矢量数据或者合并后的多面矢量数据执行数据查询！').waitFor();
  });
  await refused(422, '/api/areas', async () => {
    await send('bow.zip', shapefile([BOW]));
    await panel.getByText('多边形自相交（117.1429, 39.8571 附近），请修改后重试').waitFor();
  });
  await refused(400, '/api/areas', async () => {
    await send('none.zip', zip({ 'readme.txt': Buffer.from('no shapes') }));
    await panel.getByText('上传失败，请重新上传！').waitFor();
  });
  await readAloud(page, 'failed upload', faults);
  await site.told('上传成功！', () => send('one.zip', shapefile([square(115, 39)])));
  await panel.getByText('one.zip').waitFor();
  await page.waitForURL(/[?&]box=115%2C39%2C117%2C41/);
  await press(panel, '关闭');
  step('one shapefile is searched by, three others are refused');
}

async function locatePoint() {
  await press(tools, '点定位');
  const panel = page.getByRole('dialog', { name: '点定位' });
  await panel.getByLabel('经度').fill(String(PLACE[0]));
  await panel.getByLabel('纬度').fill('95');
  await press(panel, '定位');
  const notice = page.getByRole('region', { name: '地图消息' });
  await notice.getByText('纬度在-90°~+90°之间').waitFor();
  await panel.getByLabel('纬度').fill(String(PLACE[1]));
  await press(panel, '定位');
  await page.waitForURL((url) => url.searchParams.get('c') === PLACE.join(','));
  await gone(notice.getByText('纬度在-90°~+90°之间'));
  await press(panel, '关闭');
  step(`the map shows ${PLACE.join(', ')}`);
}

async function measure() {
  await press(tools, '测量距离');
  await page.getByText('单击地图，开始测量距离').waitFor();
  await site.clickThrough([
    [0.4, 0.5],
    [0.6, 0.6],
  ]);
  const remove = page.getByRole('button', { name: '删除该测距结果' });
  await remove.waitFor();
  const label = await textOf(remove.locator('..'));
  assert.match(label, /^[\d,.]+ 公里/);
  await page.keyboard.press('Escape');
  await remove.click();
  await gone(remove);
  step(`measured ${label}`);
}

async function queryPoint() {
  await press(tools, '定点查询');
  const hint = page.getByRole('status').filter({ hasText: '单击地图，查询该点的数据' });
  await press(hint, '标准产品');
  await page.mouse.click(...(await site.at([0.5, 0.5])));
  const popup = page.getByRole('dialog', { name: '详情信息' });
  await popup.getByText('该点在所选时间内没有数据').waitFor();
  await press(popup, '查看全部时间');
  await popup.getByRole('status').filter({ hasText: '共 4 条' }).waitFor();
  await readAloud(page, 'point query', faults);
  step(`at the place: ${await textOf(popup.getByRole('status'))}`);
  await press(popup, '查看 北京市地形晕渲 的详情');
  await page.waitForURL(/[?&]scene=/);
}

async function lookAtScene() {
  const dialog = page.getByRole('dialog', { name: /北京市地形晕渲/ });
  const facts = dialog.getByLabel('影像信息');
  await facts.getByText('数据编号').waitFor();
  await facts.getByText('NE-SR_110000').waitFor();
  const picture = dialog.getByRole('img', { name: /^预览图/ });
  await picture.waitFor();
  const width = await picture.evaluate(async (element) => {
    const image = /** @type {HTMLImageElement} */ (element);
    await image.decode();
    return image.naturalWidth;
  });
  assert(width > 0, 'the preview is empty');
  const similar = dialog.getByRole('region', { name: '相似数据' });
  await similar.getByRole('button').first().waitFor();
  await readAloud(page, 'scene', faults);
  await similar.getByRole('button').first().click();
  await press(page.getByRole('dialog', { name: /^数据详情/ }), /^返回/);
  await dialog.waitFor();
  await page.goBack();
  await gone(page.getByRole('dialog', { name: /^数据详情/ }));
  assert.equal(site.inAddress('scene'), null);
  step(`the scene has a preview ${width} px wide; Back closes it`);
}

async function changeViews() {
  await press(page, '退出');
  for (const [name, view] of /** @type {const} */ ([
    ['缩略图', 'cards'],
    ['全部范围', 'footprints'],
  ])) {
    await press(results, name);
    await page.waitForURL((url) => url.searchParams.get('view') === view);
    await results.locator('[data-scene]').first().waitFor();
    await readAloud(page, view, faults);
  }
  await press(results, '列表');
  await press(page, '卷帘对比');
  const bar = page.getByRole('slider', { name: '卷帘位置' });
  await bar.press('ArrowRight');
  assert(Number(await bar.getAttribute('aria-valuenow')) > 50, 'the swipe bar does not move');
  await readAloud(page, 'swipe', faults);
  await press(page, '关闭卷帘');
  await gone(bar);
  await press(page, '分屏');
  await page.getByRole('menuitem', { name: '2 分屏' }).click();
  await page.getByRole('application', { name: '地图 第 2 屏' }).waitFor();
  await readAloud(page, 'panes', faults);
  await press(page, '分屏');
  await page.getByRole('menuitem', { name: '单屏' }).click();
  await gone(page.getByRole('application', { name: '地图 第 2 屏' }));
  step('cards, all footprints, swipe and two panes');
}

try {
  await walkByKeys();
  await chooseRegion();
  await suggestCover();
  await narrowByFacet();
  await drawTooLarge(await drawPolygon());
  await uploadArea();
  await locatePoint();
  await measure();
  await queryPoint();
  await lookAtScene();
  await changeViews();
  const total = await signInToTheSearch(site);
  step(`signed in, still ${total}`);
  await keepSearch(site, faults);
  step('the search was saved, restored and deleted');
  await keepBookmark(site, faults);
  step('a bookmark was added, refused a second time, and deleted');
  await fillAndEmptyCart(site, faults);
  step('all that was found was in the cart, also after signing out and in, and is out again');
  assert.deepEqual(unexpected(), [], 'faults on the way');
} catch (error) {
  process.stderr.write(`at ${page.url()}\n${await page.locator('body').ariaSnapshot()}\n\n`);
  process.stderr.write(`${unexpected().join('\n')}\n`);
  throw error;
} finally {
  await browser.close();
}
