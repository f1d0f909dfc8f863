// What a person who is signed in keeps: a search, a bookmark, scenes in the cart. All of it is taken away again.
import assert from 'node:assert/strict';
import { readAloud } from './browser.mjs';
import { figure, gone, press, textOf } from './searchPage.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {ReturnType<typeof import('./searchPage.mjs').searchPage>} Site */

const PASSWORD = 'Scenedock1';
const NAME = '浏览器检索验证';

/** @param {Page} page */
async function signIn(page) {
  await page.getByRole('link', { name: '登录', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '信息共享服务登录' });
  await dialog.getByLabel('用户名').fill('applicant');
  await dialog.getByLabel('密码').fill(PASSWORD);
  await press(dialog, '登录');
  await page.getByRole('button', { name: /^账户菜单/ }).waitFor();
}

/**
 * Answers what the search finds, before as after.
 *
 * @param {Site} site
 */
export async function signInToTheSearch({ page, heading, inAddress }) {
  const [box, total] = [inAddress('box'), await textOf(heading)];
  await signIn(page);
  await heading.filter({ hasText: total }).waitFor();
  assert.equal(inAddress('box'), box, 'signing in lost the search');
  return total;
}

/** @param {Page} page */
async function openSavedSearches(page) {
  await press(page, '检索记录');
  const dialog = page.getByRole('dialog', { name: '检索记录' });
  await dialog.getByRole('tab', { name: '我的检索' }).click();
  return dialog;
}

/**
 * Saves the search, clears it, and comes back to it.
 *
 * @param {Site} site
 * @param {string[]} faults
 */
export async function keepSearch({ page, results, heading, inAddress, told, ...site }, faults) {
  const [box, total] = [inAddress('box'), await textOf(heading)];
  await press(page, '保存检索');
  const saving = page.getByRole('dialog', { name: '保存检索' });
  await saving.getByLabel('检索名称').fill(NAME);
  await told('保存成功！', () => press(saving, '确定'));
  await gone(saving);
  await press(results, '清除全部');
  await site.anotherTotal(total);
  assert.equal(inAddress('box'), null, 'the area is still there');
  const searches = await openSavedSearches(page);
  await readAloud(page, 'saved searches', faults);
  await press(searches, new RegExp(`^${NAME}`));
  await heading.filter({ hasText: total }).waitFor();
  assert.equal(inAddress('box'), box, 'another search was restored');
  await gone(searches);
  await openSavedSearches(page);
  await press(searches, `删除检索：${NAME}`);
  const question = page.getByRole('dialog').filter({ hasText: `确定删除检索“${NAME}”？` });
  await told('删除成功！', () => press(question, '确定'));
  await gone(searches.getByText(NAME));
  await press(searches, '关闭');
  await gone(searches);
}

/**
 * @param {Site} site
 * @param {string[]} faults
 */
export async function keepBookmark({ page, tools, told }, faults) {
  await press(tools, '书签');
  const panel = page.getByRole('dialog', { name: '我的书签' });
  const row = panel.getByRole('button', { name: `恢复书签 ${NAME}` });
  const name = panel.getByLabel('请输入书签名称');
  await press(panel, '添加');
  await press(panel, '确认');
  await panel.getByText('书签名称不能为空').waitFor();
  await name.fill(NAME);
  await told('添加成功！', () => press(panel, '确认'));
  await row.waitFor();
  await press(panel, '添加');
  await name.fill(NAME);
  await press(panel, '确认');
  await panel.getByText('书签名称已存在!').waitFor();
  await readAloud(page, 'bookmarks', faults);
  await press(panel, '取消');
  await told('删除成功！', () => press(panel, `删除书签 ${NAME}`));
  await gone(row);
  await press(panel, '关闭');
}

/**
 * The way into the cart, once it says that it holds so many.
 *
 * @param {Page} page
 * @param {number} count
 */
async function cartHolding(page, count) {
  const link = page.getByRole('link', { name: `购物车，${count} 景`, exact: true });
  await link.waitFor();
  if (count > 0) assert.equal(await textOf(link), String(count), 'another number on the badge');
  return link;
}

/** @param {Site} site */
async function addAllFound({ page, results, heading, told }) {
  const total = figure(await textOf(heading));
  await press(results, '加入购物车');
  await page.getByRole('menuitem', { name: `全部检索结果（${total} 景）` }).click();
  const question = `将检索到的 ${total} 景全部加入购物车？`;
  const dialog = page.getByRole('dialog').filter({ hasText: question });
  await told(`已加入购物车 ${total} 景`, () => press(dialog, '确定'));
  await cartHolding(page, total);
  return total;
}

/** @param {Page} page */
async function signOut(page) {
  await press(page, /^账户菜单/);
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await gone(page.getByRole('link', { name: /^购物车/ }));
}

/**
 * @param {Page} page
 * @param {string} entry
 */
async function pickFromMenu(page, entry) {
  await press(page, '更多操作');
  await page.getByRole('menuitem', { name: entry }).click();
}

/**
 * Takes scenes out one by one, by name, and all of them.
 *
 * @param {Page} page
 * @param {number} count scenes in the cart
 * @param {string[]} faults
 */
async function emptyCart(page, count, faults) {
  await page.getByText(`共 ${count} 景`, { exact: true }).waitFor();
  await page.getByLabel('筛选').fill('北京市');
  await page.getByText(`筛选出 1 景，共 ${count} 景`).waitFor();
  await readAloud(page, 'cart', faults);
  await press(page, '移除 北京市地形晕渲');
  await page.getByText('购物车中没有符合条件的数据').waitFor();
  await press(page, '清除筛选');
  await page.getByText(`共 ${count - 1} 景`, { exact: true }).waitFor();
  await cartHolding(page, count - 1);
  await pickFromMenu(page, '按名称移除');
  const naming = page.getByRole('dialog', { name: '按名称移除' });
  await naming.getByLabel('数据名称').fill('天津市地形晕渲\n河北省地形晕渲');
  await naming.getByText('购物车中有 2 景符合').waitFor();
  await press(naming, '移除');
  await gone(naming);
  await cartHolding(page, count - 3);
  await pickFromMenu(page, '清空购物车');
  const question = `确定清空购物车？其中的 ${count - 3} 景将全部移除。`;
  await press(page.getByRole('dialog').filter({ hasText: question }), '确定');
  await page.getByText('购物车是空的').waitFor();
  await cartHolding(page, 0);
}

/**
 * Puts all that was found into the cart, which is there again after signing out and in, and takes it out.
 *
 * @param {Site} site
 * @param {string[]} faults
 */
export async function fillAndEmptyCart(site, faults) {
  const { page } = site;
  const total = await addAllFound(site);
  await signOut(page);
  await signIn(page);
  await (await cartHolding(page, total)).click();
  await emptyCart(page, total, faults);
}
