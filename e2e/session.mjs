// Sessions: the dialogs of sign-in and registration over a page, and what a page shows when the session has ended or the
// server is unreachable. The browser's clock is moved; the server's goes on as it does.
import assert from 'node:assert/strict';
import { either } from './opening.mjs';
import { readScreen } from './reading.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./opening.mjs').Walk} Walk */

const PASSWORD = 'Scenedock1';
const IDLE = either(
  '无操作时间过长,请重新输入密码',
  'You have been away for a while. Enter your password again.',
);
const NETWORK = either(
  '网络连接超时,请尝试重新刷新页面',
  'The connection timed out. Try reloading the page.',
);
const SIGN_IN = either('登录', 'Sign in');
const SIGN_IN_TITLE = either('信息共享服务登录', 'Sign in to the information service');
const REGISTER = either('注册', 'Create account');
const ACCOUNT = /^(用户名|Username)/;
const OWN_PASSWORD = /^(密码|Password)/;
const OLD_PASSWORD = /^(原密码|Current password)/;
const AGAIN = either('请输入密码', 'Enter your password');
const CONTINUE = either('继续', 'Continue');
/** Over whatever is below. */
const DIALOG = '[role=dialog]';

/** @param {Page} page */
const address = (page) => {
  const { pathname, searchParams } = new URL(page.url());
  return { pathname, dialog: searchParams.get('dialog') };
};

/**
 * Sign-in and registration over the page of contacts, by keyboard, and Back.
 *
 * @param {Walk} walk a guest's
 */
async function walkEntrance({ window, look, faults }) {
  const { page } = window;
  await page.goto('/contactUs?token=stolen&actid=1');
  const opener = page.getByRole('link', { name: SIGN_IN });
  await opener.focus();
  assert.equal(new URL(page.url()).search, '', 'a token stays in the address');
  await page.keyboard.press('Enter');
  const signIn = page.getByRole('dialog', { name: SIGN_IN_TITLE });
  await signIn.getByLabel(ACCOUNT).waitFor();
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: 'signIn' });
  await page.keyboard.press('Enter');
  await signIn.getByText(either('请输入用户名', 'Enter your username.')).waitFor();
  await signIn.getByText(either('请输入密码', 'Enter your password.')).waitFor();
  await readScreen(window, 'sign-in open', look, faults, DIALOG);
  await signIn.getByRole('tab', { name: REGISTER }).click();
  const register = page.getByRole('dialog', {
    name: either('信息共享服务注册', 'Register with the information service'),
  });
  // The notice goes by itself: on a busy machine whoever looks for it second may find it gone.
  const notice = page
    .getByText(
      either(
        '必填项错误, 请重新填写!',
        'Some required fields are not valid. Correct them and try again.',
      ),
    )
    .waitFor();
  await register.getByRole('button', { name: REGISTER }).click();
  const unitMissing = either('单位名称不能为空！', 'Organisation is required.');
  await Promise.all([notice, register.getByText(unitMissing).waitFor()]);
  await readScreen(window, 'registration open', look, faults, DIALOG);
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: 'register' });
  await page.goBack();
  await register.waitFor({ state: 'hidden' });
  assert.deepEqual(address(page), { pathname: '/contactUs', dialog: null });
  await opener.focus();
  await page.keyboard.press('Enter');
  await signIn.getByLabel(ACCOUNT).waitFor();
  await page.keyboard.press('Escape');
  await signIn.waitFor({ state: 'hidden' });
  const isBack = await opener.evaluate((element) => element === document.activeElement);
  if (!isBack) faults.push('sign-in: Esc does not give the focus back');
}

/**
 * A forgotten password: the form that asks for a link, and the one that the link opens. The demo sends no mails, so the
 * server's answers are those of one that does.
 *
 * @param {Walk} walk
 */
async function walkForgotten({ window, look, faults }) {
  const { page } = window;
  const config = await (await page.request.get('/api/config')).json();
  await page.route('**/api/config', (route) =>
    route.fulfill({ json: { ...config, passwordResetByMail: true } }),
  );
  await page.route('**/api/auth/password/reset-link', (route) =>
    route.fulfill({ json: { loginName: 'applicant' } }),
  );
  await page.goto('/signIn');
  await page.getByRole('button', { name: either('忘记密码', 'Forgot your password?') }).click();
  const request = page.getByRole('dialog', { name: either('找回密码', 'Forgotten password') });
  await request.getByRole('button', { name: either('发送链接', 'Send the link') }).click();
  const missing = either('请输入用户名或邮箱', 'Enter a username or an email address.');
  await request.getByText(missing).waitFor();
  await readScreen(window, 'forgotten password', look, faults, DIALOG);
  assert.equal(address(page).dialog, 'forgotten');
  for (const link of ['/resetPassword#secret', '/admin/#/resetPassword?token=secret']) {
    await page.goto(link);
    await page
      .getByText(/^(正在为账号 applicant 设置新密码。|For the account applicant\.)$/)
      .waitFor();
    await page.waitForURL((url) => !url.href.includes('secret'));
    await page.getByRole('button', { name: either('设置新密码', 'Set new password') }).click();
    await page
      .getByText(either('请输入密码', 'Enter a password.', 'Enter your password.'))
      .waitFor();
    await readScreen(window, `new password at ${link}`, look, faults);
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
  const dialog = page.getByRole('dialog', { name: SIGN_IN_TITLE });
  await dialog.waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  await dialog.getByLabel(ACCOUNT).fill('applicant');
  await dialog.getByLabel(OWN_PASSWORD).fill(PASSWORD);
  await dialog.getByRole('button', { name: SIGN_IN }).click();
  await page.getByRole('heading', { name: either('个人信息', 'My account'), level: 1 }).waitFor();
}

/** What everybody reads who has something to do before anything else. */
const DUTIES = {
  change_password: either(
    '请先修改密码，再使用系统。',
    'Change your password before you continue.',
  ),
  set_up_second_factor: either(
    '您的角色要求两步验证，请先完成设置，再使用系统。',
    'Your role requires two-step verification. Set it up before you continue.',
  ),
};

/**
 * Another password, and a second factor, that have to be set before anything else: what stands there at first, and what a form
 * that is sent says. Nobody in the demo has either to do, so the server's word is added to.
 *
 * @param {Walk} walk of somebody who has signed in
 */
async function walkDuties({ window, look, faults }) {
  const { page } = window;
  /** @type {keyof typeof DUTIES} */
  let duty = 'change_password';
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), duty } });
  });
  await page.goto('/orderManage/all');
  await page.getByText(DUTIES[duty]).waitFor();
  await readScreen(window, 'a password to be changed', look, faults);
  await page.getByRole('button', { name: either('修改密码', 'Change password') }).click();
  await page.getByText(either('请输入密码', 'Enter a password.')).first().waitFor();
  await readScreen(window, 'a password to be changed, refused', look, faults);
  duty = 'set_up_second_factor';
  await page.reload();
  await page.getByText(DUTIES[duty]).waitFor();
  await readScreen(window, 'a second factor to be set up', look, faults);
  await page.getByLabel(OWN_PASSWORD).fill(PASSWORD);
  await page.getByRole('button', { name: either('下一步', 'Next') }).click();
  await page.getByLabel(/^(动态验证码|Verification code)/).waitFor();
  await readScreen(window, 'the secret of a second factor', look, faults);
  await page.unroute('**/api/auth/me');
  await page.goto('/account');
  await page.getByLabel(OLD_PASSWORD).waitFor();
}

/**
 * Half an hour without a hand: the password again, and the page as it was.
 *
 * @param {Walk} walk
 */
async function comeBackLate({ window, look, faults }) {
  const { page } = window;
  const field = page.getByLabel(OLD_PASSWORD);
  await field.fill('half a word');
  await page.clock.fastForward('30:10');
  const overlay = page.getByRole('dialog', { name: IDLE });
  await overlay.waitFor();
  await readScreen(window, 'idle overlay', look, faults, DIALOG);
  const before = faults.length;
  await overlay.getByPlaceholder(AGAIN).fill('Wrong1234');
  await overlay.getByRole('button', { name: CONTINUE }).click();
  await overlay.getByText(either('用户名或密码错误!', 'Wrong username or password')).waitFor();
  // The refusal is what was wanted.
  faults.splice(before, faults.length, ...faults.slice(before).filter((one) => !/401/.test(one)));
  await overlay.getByPlaceholder(AGAIN).fill(PASSWORD);
  await overlay.getByRole('button', { name: CONTINUE }).click();
  await overlay.waitFor({ state: 'hidden' });
  assert.equal(await field.inputValue(), 'half a word', 'what was typed is lost');
}

/**
 * The server falls silent and comes back.
 *
 * @param {Walk} walk
 * @param {string} state
 * @param {(overlay: import('playwright-core').Locator) => Promise<void>} [meanwhile]
 */
async function loseTheServer({ window, look, faults }, state, meanwhile = async () => {}) {
  const { page } = window;
  const before = faults.length;
  await page.context().setOffline(true);
  const overlay = page.getByRole('dialog', { name: NETWORK });
  for (let tries = 0; tries < 5 && !(await overlay.isVisible()); tries += 1) {
    await page.clock.runFor(3500);
  }
  await overlay.waitFor();
  const field = overlay.getByPlaceholder(AGAIN);
  const isFocused = await field.evaluate((element) => element === document.activeElement);
  assert.ok(isFocused, 'the focus is not in the password of the network overlay');
  await meanwhile(overlay);
  await readScreen(window, state, look, faults, DIALOG);
  await page.context().setOffline(false);
  await page.clock.runFor(4000);
  await overlay.waitFor({ state: 'hidden' });
  assert.equal(await page.getByLabel(OLD_PASSWORD).inputValue(), 'half a word');
  // That calls went unanswered is what was wanted.
  const own = (/** @type {string} */ one) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(one);
  faults.splice(before, faults.length, ...faults.slice(before).filter(own));
}

/**
 * The password during an outage: it is kept, and tried when the server is back.
 *
 * @param {import('playwright-core').Locator} overlay
 */
async function givePassword(overlay) {
  await overlay.getByPlaceholder(AGAIN).fill(PASSWORD);
  await overlay.getByRole('button', { name: CONTINUE }).click();
  await overlay
    .getByText(
      either(
        '服务器尚未响应。密码已保留，服务器恢复响应后自动重试。',
        'The server is not responding yet. Your password is kept and tried again as soon as it responds.',
      ),
    )
    .waitFor();
}

/**
 * A day without a click: out, and told why.
 *
 * @param {Page} page
 */
async function stayAwayADay(page) {
  await page.clock.fastForward('24:00:10');
  const farewell =
    /检测到您长时间未操作页面,请重新登录!|You have not used this page for a long time\. Sign in again\./;
  await page.getByText(farewell).waitFor();
  await page.getByText(/温馨提示|Signed out/).waitFor();
  assert.equal(new URL(page.url()).pathname, '/search');
  await page.getByRole('link', { name: SIGN_IN }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('scenedock.token'));
  assert.equal(kept, null, 'the session is kept');
}

/**
 * All of it. Answers how many states there were.
 *
 * @param {Walk} walk a guest's
 */
export async function walkSession(walk) {
  const { window, faults } = walk;
  const { page } = window;
  await walkEntrance(walk);
  await walkForgotten(walk);
  const before = faults.length;
  await page.clock.install();
  await signInOnTheWay(page);
  await walkDuties(walk);
  await comeBackLate(walk);
  await loseTheServer(walk, 'network overlay');
  await loseTheServer(walk, 'network overlay with the password', givePassword);
  await stayAwayADay(page);
  // The log takes no stay that ends in half an hour or tomorrow, as those told at a lock do by this browser's clock.
  const own = (/** @type {string} */ one) => !/behaviours|status of 400/.test(one);
  faults.splice(before, faults.length, ...faults.slice(before).filter(own));
  return 12;
}
