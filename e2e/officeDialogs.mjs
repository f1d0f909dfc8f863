// Dialogs, drawers and menus of the back office.
import { hasLoaded } from './browser.mjs';
import { each, either, openAndLeave, walkOn } from './opening.mjs';
import { readScreen } from './reading.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./opening.mjs').Opening} Opening */
/** @typedef {import('./opening.mjs').Walk} Walk */

const EDIT = either('编辑', 'Edit');
/** Pixels; narrower windows have hardly a keyboard. */
const WIDTH_WITH_KEYS = 900;
const KEYS = either('快捷键', 'Keys');
const REJECT = either('驳回', 'Reject');
const IMPORT = either('导入 Excel', 'Import Excel');
const ADD = either('新增', 'Add');
const ADD_SYSTEM = either('新增接入系统', 'Add client system');
const NEW_GRANT = either('新增授权', 'New grant');

/** By page, what opens each. @type {Readonly<Record<string, readonly RegExp[]>>} */
const DIALOGS = {
  scopes: [NEW_GRANT, either('查看某人的范围', 'Check a person’s scope')],
  user: [either('新增用户', 'Add user'), either('导入', 'Import')],
  role: [either('新增角色', 'Add role')],
  units: [either('新增单位', 'Add organisation')],
  audit: [REJECT],
  dictionary: [ADD, IMPORT, /^(修改|Edit) /],
  'dictionary?kind=reject_phrase': [ADD, /^(修改|Edit) /],
  directoryConfig: [
    either('新增节点', 'Add a node'),
    /(下新增节点$|^Add a node below )/,
    /^移动 |^Move (?!.* (up|down)$)/,
    /^(编辑|Edit) /,
    /^(删除|Delete) /,
    either('撤回数据', 'Withdraw scenes'),
  ],
  sensortranslation: [either('新增名称', 'Add a name'), IMPORT, /^(命名|Name) /],
  'xzqManager?code=156130600': [
    either('修改', 'Edit'),
    either('新增下级', 'Add below'),
    either('删除', 'Delete'),
  ],
  dataSyncDb: [ADD_SYSTEM],
  dataTask: [either('新增接收任务', 'Add receive task')],
  newsTypes: [either('新增类型', 'Add type'), /^(重命名|Rename) /],
  announcements: [/^(删除|Delete) /],
};

/** In the first row of a table. @param {Page} page */
const firstInTable = (page) => page.getByRole('table').getByRole('button').first();

/** What the long form opens besides. @type {Readonly<Record<string, readonly Opening[]>>} */
const MORE_DIALOGS = {
  '': [
    { opener: either('快速跳转', 'Go to') },
    { opener: either('账户菜单', 'Account menu'), role: 'menu' },
  ],
  user: [
    { opener: /^(查看|Open) applicant$/, within: [{ opener: EDIT }] },
    { opener: either('列', 'Columns') },
  ],
  role: [{ opener: /^(查看|View) /, within: [{ opener: EDIT }] }],
  'role?tab=separation': [{ opener: either('启用三员分立', 'Turn on') }],
  scopes: [
    {
      opener: /^(查看授权|Open the grant to) /,
      within: [{ opener: either('编辑授权', 'Edit grant') }],
    },
    { opener: /^(收回授权|Revoke the grant to) / },
  ],
  tasks: [{ opener: firstInTable }],
  webhooks: [{ opener: either('新增 Webhook', 'Add webhook') }],
  fieldConfig: [{ opener: either('新增列表', 'Add list') }, { opener: IMPORT }],
  dataSyncTask: [{ opener: either('新增同步任务', 'Add sync task') }],
  yearlyReport: [
    { opener: either('添加注释', 'Add a note') },
    { opener: either('发布', 'Publish') },
  ],
  ordercompStat: [{ opener: /^(导出图表|Save chart) /, role: 'menu' }],
};

/** What may be done to an order, each with a question first. */
const ORDER_ACTIONS = either(
  ...['删除', 'Delete', '取消数据准备', 'Cancel preparation', '调整优先级', 'Set priority'],
  ...['重提全部景', 'Re-extract all', '只重提失败景', 'Re-extract failed only'],
  ...['跳过失败景继续', 'Continue without failed scenes', '重新打包', 'Retry packaging'],
  ...['驳回', 'Reject', '通过', 'Approve', '标记逾期', 'Mark as overdue', '延期', 'Extend'],
  ...['重新开通', 'Reopen', '下载信息', 'Download details', '推送订单', 'Push order'],
  ...['离线拷贝联系方式', 'Where to collect the offline copy'],
);

/** @param {Walk} walk */
async function walkOrderActions(walk) {
  const { page } = walk.window;
  const bar = page.getByRole('group', { name: either('订单操作', 'Order actions') });
  // Where nothing may be done it is empty, and not to be seen.
  await bar.first().waitFor({ state: 'attached' });
  const actions = bar.getByRole('button', { name: ORDER_ACTIONS });
  let count = 0;
  for (let at = 0; at < (await actions.count()); at += 1) {
    count += await openAndLeave(walk, { opener: () => actions.nth(at) });
  }
  return count;
}

const AREA = either('行政区划', 'Administrative region');

/** Kinds of area of a grant, with what is done in each. @type {readonly (readonly [RegExp, (dialog: import('playwright-core').Locator) => Promise<unknown>])[]} */
const GRANT_AREAS = [
  [
    AREA,
    async (dialog) => {
      const field = dialog.getByRole('combobox', { name: AREA });
      await field.fill('青海');
      await dialog
        .page()
        .getByRole('option', { name: /青海|Qinghai/ })
        .click();
    },
  ],
  [
    either('自定义范围', 'Custom area'),
    async (dialog) => {
      const degrees = ['99', '29', '103', '33'];
      const sides = [
        ['西经界', 'West'],
        ['南纬界', 'South'],
        ['东经界', 'East'],
        ['北纬界', 'North'],
      ];
      for (const [at, names] of sides.entries()) {
        await dialog.getByLabel(either(...names)).fill(degrees[at] ?? '');
      }
      await dialog.getByRole('button', { name: either('画多边形', 'Polygon') }).click();
    },
  ],
];

/** The dialog of a grant with its map, in each kind of area. */
const grantSteps = GRANT_AREAS.map(([kind, fill]) => async (/** @type {Walk} */ walk) => {
  const { window, look, faults } = walk;
  const { page } = window;
  await page.getByRole('button', { name: NEW_GRANT }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: either('空间范围', 'Area') }).click();
  await page.getByRole('option', { name: kind }).click();
  await fill(dialog);
  await dialog.getByRole('region', { name: /^(地图：|Map of )/ }).waitFor();
  await readScreen(window, `grant of ${kind}`, look, faults, '[role=dialog]');
  // Drawing is given up first.
  await page.reload();
  return 1;
});

/** The keys of the audit desk, which phones have none of. @param {Walk} walk */
async function walkKeys(walk) {
  if (walk.look.viewport.width < WIDTH_WITH_KEYS) return 0;
  return openAndLeave(walk, { opener: KEYS });
}

/** What is done with a unit, each opened from the menu of the first line. */
const UNIT_TASKS = [
  either('修改名称', 'Rename'),
  either('调整上级单位', 'Move'),
  either('删除', 'Delete'),
];

/** Lines of the tree of units first, then their buttons. @param {Walk} walk */
async function walkLines({ window: { page }, faults }) {
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('ArrowDown');
  const second = page.getByRole('row').nth(2);
  if (!(await second.evaluate((element) => element === document.activeElement))) {
    faults.push('units: the arrow does not lead to the next line');
  }
  return 0;
}

/**
 * Opens a client system, behind which are more dialogs; adds one by its dialog, if there is none yet.
 *
 * @param {Walk} walk
 */
async function openClientSystem({ window: { page } }) {
  const add = page.getByRole('button', { name: ADD_SYSTEM }).first();
  await add.waitFor();
  await hasLoaded(page);
  const known = page.getByRole('button', { name: /^(查看接入系统|Open client system)/ });
  if ((await known.count()) > 0) {
    await known.first().click();
  } else {
    await add.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^(登录名|用户名|Username)/).fill('operator');
    await dialog.getByRole('button', { name: either('确定', 'OK') }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await page.getByRole('button', { name: ISSUE }).first().waitFor();
  return 0;
}

const ISSUE = either('发放令牌', 'Issue token');

/**
 * Opens and leaves the dialogs of the back office. Answers how many there were.
 *
 * @param {Walk} walk an administrator's
 * @param {readonly string[]} orders whose actions are opened, too, with more dialogs: the long form
 */
export async function walkOfficeDialogs(walk, orders) {
  const pages = Object.entries(DIALOGS).map(
    ([page, openers]) => /** @type {const} */ ([page, openers.map((opener) => ({ opener }))]),
  );
  const more = orders.length === 0 ? [] : Object.entries(MORE_DIALOGS);
  let count = 0;
  for (const [page, openings] of [...pages, ...more]) {
    count += await walkOn(walk, `/admin/#/${page}`, each(openings));
  }
  count += await walkOn(walk, '/admin/#/scopes', grantSteps);
  count += await walkOn(walk, '/admin/#/audit', [walkKeys]);
  const tasks = UNIT_TASKS.map((item) => ({ opener: /(的更多操作$|^More for )/, item }));
  count += await walkOn(walk, '/admin/#/units', [...each(tasks), walkLines]);
  const system = [{ opener: ISSUE }, { opener: either('修改', 'Edit') }];
  count += await walkOn(walk, '/admin/#/dataSyncDb', [openClientSystem, ...each(system)]);
  for (const id of orders) {
    count += await walkOn(walk, `/admin/#/orderManage_details/${id}`, [walkOrderActions]);
  }
  return count;
}
