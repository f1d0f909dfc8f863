// What opens over a page: panels of the map's tools, menus, pickers and dialogs. Each is opened by keyboard, read by axe, and
// left by Esc, which gives the focus back to what opened it.
import { readAloud } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ opener: string | RegExp, role: 'dialog' | 'menu' | 'listbox', name?: string }} Popup */

/** @type {Popup[]} */
const POPUPS = [
  { opener: '行政区划', role: 'dialog', name: '请选择城市' },
  { opener: '上传矢量范围', role: 'dialog' },
  { opener: '点定位', role: 'dialog' },
  { opener: '矩形定位', role: 'dialog' },
  { opener: '图例', role: 'dialog' },
  { opener: '书签', role: 'dialog' },
  { opener: '图层', role: 'dialog' },
  { opener: '分屏', role: 'menu', name: '' },
  { opener: '选择日期', role: 'dialog', name: '' },
  { opener: '检索记录', role: 'dialog' },
  { opener: '快捷键', role: 'dialog' },
  { opener: '导出', role: 'menu', name: '' },
  { opener: '加入购物车', role: 'menu', name: '' },
  { opener: '查看公告：GF-7', role: 'dialog', name: 'GF-7' },
];

/** Dialogs of the back office, by page, with what opens each. @type {Readonly<Record<string, readonly (string | RegExp)[]>>} */
const OFFICE_DIALOGS = {
  scopes: ['新增授权', '查看某人的范围'],
  user: ['新增用户', '导入'],
  role: ['新增角色'],
  units: ['新增单位'],
  audit: ['快捷键', '驳回'],
  dictionary: ['新增', '导入 Excel', /^修改 /],
  'dictionary?kind=reject_phrase': ['新增', /^修改 /],
  directoryConfig: ['新增节点', /下新增节点$/, /^移动 /, /^编辑 /, /^删除 /],
  sensortranslation: ['新增名称', '导入 Excel', /^命名 /],
  'xzqManager?code=156130600': ['修改', '新增下级', '删除'],
  dataSyncDb: ['新增接入系统'],
  dataTask: ['新增接收任务'],
  newsTypes: ['新增类型', /^重命名 /],
  announcements: [/^删除 /],
};

/** Tools that take the pointer and say at the map's top what to do with it. */
const POINTER_TOOLS = ['绘制多边形', '测量距离', '定点查询'];

/** @param {Page} page @param {Popup} popup @param {string[]} faults */
async function openAndLeave(page, { opener, role, name = String(opener) }, faults) {
  const button = page.getByRole('button', { name: opener, exact: true }).first();
  // Some can be pressed once what they change is there.
  // What runs along the page is never still enough for a pointer, and is pressed by key all the same.
  const pressed = await button.elementHandle();
  await pressed?.waitForElementState('enabled');
  await button.focus();
  await page.keyboard.press('Enter');
  const popup = page.getByRole(role, name === '' ? {} : { name }).last();
  await popup.waitFor();
  await readAloud(page, `${opener} open`, faults, `[role=${role}]`);
  await page.keyboard.press('Escape');
  await popup.waitFor({ state: 'hidden' });
  const back = await button.evaluate((element) => element === document.activeElement);
  if (!back) faults.push(`${opener}: Esc does not give the focus back`);
}

/** @param {Page} page @param {string} tool @param {string[]} faults */
async function takeAndLeave(page, tool, faults) {
  await page.getByRole('button', { name: tool, exact: true }).focus();
  await page.keyboard.press('Enter');
  const inUse = page.getByRole('button', { name: new RegExp(`^${tool}.+`), pressed: true });
  await inUse.waitFor();
  await readAloud(page, `${tool} in use`, faults, '#main');
  await page.keyboard.press('Escape');
  await inUse.waitFor({ state: 'hidden' });
}

/**
 * Opens and leaves them all. The page is signed in, in Chinese, on a desktop.
 *
 * @param {Page} page
 * @param {string[]} faults
 */
export async function walkStates(page, faults) {
  await page.goto('/search');
  await page.getByRole('toolbar', { name: '地图工具' }).waitFor();
  await page.locator('#results [data-row]').first().waitFor();
  for (const popup of POPUPS) await openAndLeave(page, popup, faults);
  for (const tool of POINTER_TOOLS) await takeAndLeave(page, tool, faults);
  return POPUPS.length + POINTER_TOOLS.length;
}

/** Kinds of area of a grant, with what is done in each. @type {Readonly<Record<string, (dialog: import('playwright-core').Locator) => Promise<unknown>>>} */
const GRANT_AREAS = {
  行政区划: async (dialog) => {
    const field = dialog.getByRole('combobox', { name: '行政区划' });
    await field.fill('青海');
    await dialog.page().getByRole('option', { name: '青海省' }).click();
  },
  自定义范围: async (dialog) => {
    const sides = { 西经界: '99', 南纬界: '29', 东经界: '103', 北纬界: '33' };
    for (const [side, degrees] of Object.entries(sides)) {
      await dialog.getByLabel(side).fill(degrees);
    }
    await dialog.getByRole('button', { name: '画多边形' }).click();
  },
};

/** The dialog of a grant with its map, in each kind of area. @param {Page} page @param {string[]} faults */
async function walkGrantAreas(page, faults) {
  for (const [kind, fill] of Object.entries(GRANT_AREAS)) {
    await page.goto('about:blank');
    await page.goto('/admin/#/scopes');
    await page.getByRole('button', { name: '新增授权', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: '空间范围' }).click();
    await page.getByRole('option', { name: kind }).click();
    await fill(dialog);
    await dialog.getByRole('region', { name: /^地图：/ }).waitFor();
    await readAloud(page, `grant of ${kind}`, faults, '[role=dialog]');
  }
  return Object.keys(GRANT_AREAS).length;
}

/** What is done with a unit, each opened from the menu of the first line. */
const UNIT_TASKS = ['修改名称', '调整上级单位', '删除'];

/** The tree of units: its menu, and the dialogs behind it. @param {Page} page @param {string[]} faults */
async function walkUnits(page, faults) {
  await page.goto('about:blank');
  await page.goto('/admin/#/units');
  const menu = page.getByRole('button', { name: /的更多操作$/ }).first();
  for (const task of UNIT_TASKS) {
    await menu.click();
    await page.getByRole('menu').waitFor();
    await readAloud(page, 'menu of a unit', faults, '[role=menu]');
    await page.getByRole('menuitem', { name: task }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await readAloud(page, `${task} of a unit`, faults, '[role=dialog]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  // Lines first, then their buttons.
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('ArrowDown');
  const second = page.getByRole('row').nth(2);
  if (!(await second.evaluate((element) => element === document.activeElement))) {
    faults.push('units: the arrow does not lead to the next line');
  }
  return UNIT_TASKS.length;
}

/** A client system: the dialogs behind it, which there are once there is one. @param {Page} page @param {string[]} faults */
async function walkClientSystem(page, faults) {
  await page.goto('about:blank');
  await page.goto('/admin/#/dataSyncDb');
  await page.getByRole('button', { name: '新增接入系统', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('登录名').fill('operator');
  await dialog.getByRole('button', { name: '确定', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const tasks = ['发放令牌', '修改'];
  for (const opener of tasks) {
    await openAndLeave(page, { opener, role: 'dialog', name: '' }, faults);
  }
  return tasks.length;
}

/**
 * Opens and leaves the dialogs of the back office. The page is an administrator's, in Chinese, on a desktop.
 *
 * @param {Page} page
 * @param {string[]} faults
 */
export async function walkOfficeDialogs(page, faults) {
  const pages = Object.entries(OFFICE_DIALOGS);
  for (const [address, openers] of pages) {
    await page.goto('about:blank');
    await page.goto(`/admin/#/${address}`);
    for (const opener of openers)
      await openAndLeave(page, { opener, role: 'dialog', name: '' }, faults);
  }
  const more =
    (await walkGrantAreas(page, faults)) +
    (await walkUnits(page, faults)) +
    (await walkClientSystem(page, faults));
  return pages.flatMap(([, openers]) => openers).length + more;
}
