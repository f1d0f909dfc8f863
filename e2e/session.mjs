// Who one is: the dialogs of sign-in and registration over a page, and what stands over a page whose person or whose
// server is away. The browser's clock is moved; the server's goes on as it does.
import assert from 'node:assert/strict';
import { readAloud } from './browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

const PASSWORD = 'Scenedock1';
const IDLE = '无操作时间过长,请重新输入密码';
const NETWORK = '网络连接超时,请尝试重新刷新页面';

/** @param {Page} page */
const address = (page) => {
  const { pathname, searchParams } = new URL(page.url());
  return { pathname, dialog: searchParams.get('dialog') };
};

/**
 * Sign-in and registration over the page of contacts, by keyboard, and Back.
 *
 * @param {Page} page a guest's
 * @param {string[]} faults
 */
async function walkEntrance(page, faults) {
  await page.goto('/contactUs?token=stolen&actid=1');
  const opener = page.getByRole('link', { name: '登录', exact: true });
  await opener.focus();
  assert.equal(new URL(page.url()).search, '', 'a token stays in the address');
  await page.keyboard.press('Enter');
  const signIn = page.getByRole('dialog', { name: '信息共享服务登录' });
  await signIn.getByLabel('用户名').waitFor();
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: 'signIn' });
  await page.keyboard.press('Enter');
  await signIn.getByText('请输入用户名').waitFor();
  await signIn.getByText('请输入密码').waitFor();
  await readAloud(page, 'sign-in open', faults, '[role=dialog]');
  await signIn.getByRole('tab', { name: '注册' }).click();
  const register = page.getByRole('dialog', { name: '信息共享服务注册' });
  // The notice goes by itself: on a busy machine whoever looks for it second may find it gone.
  const notice = page.getByText('必填项错误, 请重新填写!').waitFor();
  await register.getByRole('button', { name: '注册' }).click();
  await Promise.all([notice, register.getByText('单位名称不能为空！').waitFor()]);
  await readAloud(page, 'registration open', faults, '[role=dialog]');
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: 'register' });
  await page.goBack();
  await register.waitFor({ state: 'hidden' });
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: null });
  await opener.focus();
  await page.keyboard.press('Enter');
  await signIn.getByLabel('用户名').waitFor();
  await page.keyboard.press('Escape');
  await signIn.waitFor({ state: 'hidden' });
  const isBack = await opener.evaluate((element) => element === document.activeElement);
  if (!isBack) faults.push('sign-in: Esc does not give the focus back');
}

/**
 * A forgotten password: the form that asks for a link, and the one that the link opens. The demo sends no mails, so the
 * server's answers are those of one that does.
 *
 * @param {Page} page
 * @param {string[]} faults
 */
async function walkForgotten(page, faults) {
  const config = await (await page.request.get('/api/config')).json();
  await page.route('**/api/config', (route) =>
    route.fulfill({ json: { ...config, passwordResetByMail: true } }),
  );
  await page.route('**/api/auth/password/reset-link', (route) =>
    route.fulfill({ json: { loginName: 'applicant' } }),
  );
  await page.goto('/signIn');
  await page.getByRole('button', { name: '忘记密码' }).click();
  const request = page.getByRole('dialog', { name: '找回密码' });
  await request.getByRole('button', { name: '发送链接' }).click();
  await request.getByText('请输入用户名或邮箱').waitFor();
  await readAloud(page, 'forgotten password', faults, '[role=dialog]');
  assert.equal(address(page).dialog, 'forgotten');
  for (const link of ['/resetPassword#secret', '/admin/#/resetPassword?token=secret']) {
    await page.goto(link);
    await page.getByText('正在为账号 applicant 设置新密码。').waitFor();
    await page.waitForURL((url) => !url.href.includes('secret'));
    await page.getByRole('button', { name: '设置新密码' }).click();
    await page.getByText('请输入密码').waitFor();
    await readAloud(page, `new password at ${link}`, faults);
  }
  await page.unroute('**/api/config');
  await page.unroute('**/api/auth/password/reset-link');
}

/**
 * A guest on a page of one's own signs in, and is there.
 *
 * @param {Page} page
 */
async function signInOnTheWay(page) {
  await page.goto('/account');
  const dialog = page.getByRole('dialog', { name: '信息共享服务登录' });
  await dialog.waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  await dialog.getByLabel('用户名').fill('applicant');
  await dialog.getByLabel('密码').fill(PASSWORD);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { name: '个人信息', level: 1 }).waitFor();
}

/**
 * Half an hour without a hand: the password again, and the page as it was.
 *
 * @param {Page} page
 * @param {string[]} faults
 */
async function comeBackLate(page, faults) {
  const field = page.getByLabel('原密码');
  await field.fill('half a word');
  await page.clock.fastForward('30:10');
  const overlay = page.getByRole('dialog', { name: IDLE });
  await overlay.waitFor();
  await readAloud(page, 'idle overlay', faults, '[role=dialog]');
  const before = faults.length;
  await overlay.getByPlaceholder('请输入密码').fill('Wrong1234');
  await overlay.getByRole('button', { name: '继续' }).click();
  await overlay.getByText('用户名或密码错误!').waitFor();
  // The refusal is what was wanted.
  faults.splice(before, faults.length, ...faults.slice(before).filter((one) => !/401/.test(one)));
  await overlay.getByPlaceholder('请输入密码').fill(PASSWORD);
  await overlay.getByRole('button', { name: '继续' }).click();
  await overlay.waitFor({ state: 'hidden' });
  assert.equal(await field.inputValue(), 'half a word', 'what was typed is lost');
}

/**
 * The server falls silent and comes back.
 *
 * @param {Page} page
 * @param {string[]} faults
 */
async function loseTheServer(page, faults) {
  const before = faults.length;
  await page.context().setOffline(true);
  const overlay = page.getByRole('dialog', { name: NETWORK });
  for (let tries = 0; tries < 5 && !(await overlay.isVisible()); tries += 1) {
    await page.clock.runFor(3500);
  }
  await overlay.waitFor();
  await readAloud(page, 'network overlay', faults, '[role=dialog]');
  await page.context().setOffline(false);
  await page.clock.runFor(4000);
  await overlay.waitFor({ state: 'hidden' });
  assert.equal(await page.getByLabel('原密码').inputValue(), 'half a word');
  // That calls went unanswered is what was wanted.
  const own = (/** @type {string} */ one) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(one);
  faults.splice(before, faults.length, ...faults.slice(before).filter(own));
}

/**
 * A day without a click: out, and told why.
 *
 * @param {Page} page
 */
async function stayAwayADay(page) {
  await page.clock.fastForward('24:00:10');
  await page.getByText('检测到您长时间未操作页面,请重新登录!').waitFor();
  await page.getByText('温馨提示').waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  await page.getByRole('link', { name: '登录', exact: true }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('scenedock.token'));
  assert.equal(kept, null, 'the session is kept');
}

/**
 * All of it. Answers how many states there were.
 *
 * @param {Page} page a guest's, in Chinese, on a desktop
 * @param {string[]} faults
 */
export async function walkSession(page, faults) {
  await walkEntrance(page, faults);
  await walkForgotten(page, faults);
  const before = faults.length;
  await page.clock.install();
  await signInOnTheWay(page);
  await comeBackLate(page, faults);
  await loseTheServer(page, faults);
  await stayAwayADay(page);
  // The log takes no stay that ends in half an hour or tomorrow, as those told at a lock do by this browser's clock.
  const own = (/** @type {string} */ one) => !/behaviours|status of 400/.test(one);
  faults.splice(before, faults.length, ...faults.slice(before).filter(own));
  return 6;
}
