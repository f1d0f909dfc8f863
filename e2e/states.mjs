// What opens on the portal: panels of the map's tools, menus, pickers and dialogs.
import { SHELF } from './made.mjs';
import { each, either, openAndLeave, readOpened, walkOn } from './opening.mjs';
import { readScreen } from './reading.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./opening.mjs').Opening} Opening */
/** @typedef {import('./opening.mjs').Walk} Walk */

/** A button, and what it opens, by the same name. @param {string} chinese @param {string} english @returns {Opening} */
const panel = (chinese, english) => ({
  opener: either(chinese, english),
  name: either(chinese, english),
});

/** In the bar of the map's tools. @type {readonly Opening[]} */
const TOOLS = [
  { opener: either('行政区划', 'Region'), name: either('请选择城市', 'Choose a region') },
  panel('上传矢量范围', 'Upload an area'),
  panel('点定位', 'Go to a point'),
  panel('矩形定位', 'Go to a box'),
  panel('图例', 'Legend'),
  { opener: either('书签', 'Bookmarks'), name: either('我的书签', 'My bookmarks') },
];

/** Beside the map. @type {readonly Opening[]} */
const VIEWS = [panel('图层', 'Layers'), { opener: either('分屏', 'Split screen'), role: 'menu' }];

/** Among the conditions. @type {readonly Opening[]} */
const CONDITIONS = [
  { opener: either('选择日期', 'Choose date') },
  panel('检索记录', 'Searches'),
  panel('快捷键', 'Keyboard shortcuts'),
];

/** Above what was found. @type {readonly Opening[]} */
const RESULTS = [
  { opener: either('导出', 'Export'), role: 'menu' },
  { opener: either('加入购物车', 'Add to cart'), role: 'menu' },
];

/** On every page. @type {Opening} */
const ANNOUNCEMENT = {
  opener: /^(查看公告：|Read the announcement: )GF-7$/,
  name: /^GF-7$/,
};

/** Tools that take the pointer and say at the map's top what to do with it. */
const POINTER_TOOLS = [
  ['绘制多边形', 'Draw a polygon'],
  ['测量距离', 'Measure a distance'],
  ['定点查询', 'What is here?'],
];

/** Which of the tools have no room in the bar stand in a menu. */
const MORE_TOOLS = either('更多工具', 'More tools');

/** Once the bar is there. @param {Page} page @param {RegExp} name */
async function isInBar(page, name) {
  const tool = page.getByRole('toolbar').getByRole('button', { name }).first();
  const more = page.getByRole('button', { name: MORE_TOOLS }).first();
  await tool.or(more).first().waitFor();
  return tool.isVisible();
}

/** @param {Opening} opening @returns {(walk: Walk) => Promise<number>} */
const openTool = (opening) => async (walk) => {
  const { opener } = opening;
  if (!(opener instanceof RegExp) || (await isInBar(walk.window.page, opener))) {
    return openAndLeave(walk, opening);
  }
  return openAndLeave(walk, { ...opening, opener: MORE_TOOLS, item: opener });
};

/** @param {string[]} names @returns {(walk: Walk) => Promise<number>} */
const takeAndLeave = (names) => async (walk) => {
  const { window, look, faults } = walk;
  const { page } = window;
  const tool = either(...names);
  const isBeside = await isInBar(page, tool);
  await page
    .getByRole('button', { name: isBeside ? tool : MORE_TOOLS })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  if (!isBeside) await page.getByRole('menuitem', { name: tool }).click();
  const inUse = page.getByRole('toolbar').getByRole('button', { pressed: true });
  await inUse.waitFor();
  await readScreen(window, `${names.at(-1)} in use`, look, faults, '#main');
  await page.keyboard.press('Escape');
  await inUse.waitFor({ state: 'hidden' });
  return 1;
};

/** The parts of the search page, each by itself on a phone. */
const TABS = {
  conditions: either('查询条件', 'Filters'),
  results: either('检索结果', 'Results'),
  map: either('地图', 'Map'),
};

/** Brings up a part of the search page. @param {keyof typeof TABS} part @returns {(walk: Walk) => Promise<number>} */
const bringUp = (part) => async (walk) => {
  const { page } = walk.window;
  const tab = page.getByRole('tab', { name: TABS[part] }).first();
  const drawer = page
    .getByRole('button', { name: /^(查询条件|Filters)(（\d+）| \(\d+\))?$/ })
    .first();
  await page.locator('#results [data-row]').first().waitFor({ state: 'attached' });
  if (await page.getByRole('tab', { name: TABS.map }).isVisible()) await tab.click();
  else if (part === 'conditions' && (await drawer.isVisible())) {
    await drawer.click();
    await readOpened(walk, 'Filters', 'dialog');
  }
  return 0;
};

/** Each begins with its part, which an address that is loaded anew does not bring up. @param {keyof typeof TABS} part @param {((walk: Walk) => Promise<number>)[]} steps */
const inPart = (part, steps) =>
  steps.map((step) => async (/** @type {Walk} */ walk) => {
    await bringUp(part)(walk);
    return step(walk);
  });

/**
 * Opens and leaves what the search page has. Answers how many were open.
 *
 * @param {Walk} walk an applicant's
 */
export const walkStates = (walk) =>
  walkOn(walk, '/search', [
    ...inPart('map', [...TOOLS.map(openTool), ...each(VIEWS), ...POINTER_TOOLS.map(takeAndLeave)]),
    ...inPart('results', each(RESULTS)),
    ...each([ANNOUNCEMENT]),
    ...inPart('conditions', each(CONDITIONS)),
  ]);

/** By page of the portal, what the long form opens besides. @type {Readonly<Record<string, readonly Opening[]>>} */
const MORE = {
  '/account': [
    { opener: /^(账户菜单|Account menu) /, role: 'menu' },
    { opener: /^(消息，|Notifications, )/ },
    { opener: either('编辑', 'Edit') },
  ],
  '/shopCar': [
    { opener: either('更多操作', 'More'), role: 'menu' },
    { opener: either('更多操作', 'More'), item: either('按名称移除', 'Remove by name') },
    { opener: either('更多操作', 'More'), item: either('清空购物车', 'Empty cart') },
    { opener: either('导出', 'Export'), role: 'menu' },
    { opener: either('加入已有订单', 'Add to order') },
  ],
  '/subscriptions?tab=targets': [
    {
      opener: either('添加推送目标', 'Add target'),
      within: [{ opener: (page) => page.getByRole('combobox').last(), role: 'listbox' }],
    },
    {
      opener: (page) =>
        page
          .getByRole('listitem')
          .filter({ hasText: SHELF })
          .getByRole('button', { name: either('修改', 'Edit') }),
    },
  ],
  '/subscriptions?tab=shelf': [{ opener: either('更换密码', 'New password') }],
  '/results': [{ opener: either('登记成果', 'Report a result') }],
  '/orderManage/all': [{ opener: /^(更多操作|More actions) /, role: 'menu' }],
  '/order/create/0': [{ opener: /^(选用已有附件|Use an earlier attachment) / }],
};

/** What may be opened on an order's page. */
const OF_ORDER = either(
  ...['下载信息', 'Download details', '推送订单', 'Push order', '评价', 'Give feedback'],
  ...['查看评价', 'View feedback', '历史附件', 'Earlier attachments'],
);

/** @param {Walk} walk */
async function walkOrder(walk) {
  const { page } = walk.window;
  await page
    .getByRole('group', { name: either('操作', 'Actions') })
    .first()
    .waitFor();
  const openers = page.getByRole('button', { name: OF_ORDER });
  let count = 0;
  for (let at = 0; at < (await openers.count()); at += 1) {
    count += await openAndLeave(walk, { opener: () => openers.nth(at) });
  }
  return count;
}

/** Conditions that can be saved. */
const SAVED_SEARCH = '/search?cloud=90';

/**
 * Opens and leaves what other pages of the portal have. Answers how many were open.
 *
 * @param {Walk} walk an applicant's
 * @param {readonly string[]} orders
 */
export async function walkPortalDialogs(walk, orders) {
  const saved = [{ opener: either('保存检索', 'Save search') }];
  const subscribed = { opener: either('订阅此检索', 'Subscribe to this search') };
  /** @type {Opening} */
  const scene = {
    opener: (page) => page.locator('#results [data-row]').first(),
    within: [{ opener: either('下载范围', 'Download footprint'), role: 'menu' }],
  };
  let count = await walkOn(walk, SAVED_SEARCH, [
    ...inPart('results', each([scene, subscribed])),
    ...inPart('conditions', each(saved)),
  ]);
  for (const [path, openings] of Object.entries(MORE)) {
    count += await walkOn(walk, path, each(openings));
  }
  for (const id of orders) count += await walkOn(walk, `/orderManage/details/${id}`, [walkOrder]);
  return count;
}
