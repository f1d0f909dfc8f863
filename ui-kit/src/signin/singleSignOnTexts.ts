import { useLocale } from '../messages/LocaleProvider';
import type { Locale } from '../messages/locale';

/** The warning is the specification's, letter for letter (portal specification, section 8). */
const zh = {
  button: '统一身份认证登录',
  or: '或',
  title: '统一身份认证',
  failed: '获取token失败！',
  entering: '正在登录…',
  leaving: '正在前往统一身份认证…',
  again: '在新窗口中重新登录',
  againDone: '登录成功，请关闭此窗口，回到原页面继续操作。',
  againFailed: '登录没有完成，请关闭此窗口，在原页面重试。',
  closeWindow: '关闭窗口',
  here: '使用本系统账号登录',
  unknownTitle: '尚未关联本系统账号',
  unknown:
    '您的统一身份认证账号尚未关联本系统账号。请先用本系统账号登录，在“个人中心”中关联；没有账号的，请先注册或联系管理员。',
  toSearch: '返回数据检索',
  hint: '关联后，可用统一身份认证账号登录本系统。',
  none: '未关联',
  linkedSince: (time: string) => `关联于 ${time}`,
  subject: '认证账号标识',
  link: '关联账号',
  linkHint: '请输入本系统的登录密码，然后前往统一身份认证登录要关联的账号。',
  unlink: '解除关联',
  unlinkTitle: '解除关联？',
  unlinkHint:
    '解除后，不能再用统一身份认证账号登录本系统，通过它登录的其他会话将退出。请输入登录密码。',
  linked: '已关联统一身份认证账号',
  unlinked: '已解除关联',
  taken: '关联失败：该统一身份认证账号或本系统账号已有其他关联',
  linkFailed: '操作失败',
};

const en: typeof zh = {
  button: 'Single sign-on',
  or: 'or',
  title: 'Single sign-on',
  failed: 'Could not sign you in: the sign-in service sent no token. Try again.',
  entering: 'Signing in…',
  leaving: 'Opening single sign-on…',
  again: 'Sign in again in a new window',
  againDone: 'You are signed in. Close this window and continue on the page you left.',
  againFailed: 'You are not signed in. Close this window and try again on the page you left.',
  closeWindow: 'Close the window',
  here: 'Sign in with an account of this system',
  unknownTitle: 'No account here yet',
  unknown:
    'Your single sign-on account is not linked to an account of this system. Sign in with your account here and link them on your account page. If you have none, register first or ask an administrator.',
  toSearch: 'Back to search',
  hint: 'Once linked, you can sign in here with your single sign-on account.',
  none: 'Not linked',
  linkedSince: (time) => `Linked on ${time}`,
  subject: 'ID at single sign-on',
  link: 'Link account',
  linkHint: 'Enter your password for this system, then sign in with the account you want to link.',
  unlink: 'Remove link',
  unlinkTitle: 'Remove the link?',
  unlinkHint:
    'You will no longer be able to sign in here with that account, and sessions opened with it will end. Enter your password.',
  linked: 'Accounts linked.',
  unlinked: 'Link removed.',
  taken: 'Not linked: one of the two accounts is already linked to another account.',
  linkFailed: 'Could not link the accounts. Try again later.',
};

const TEXTS: Readonly<Record<Locale, typeof zh>> = { 'zh-CN': zh, en };

/** What is said about signing in at the identity provider; fetched with what says it, not before the search. */
export function useSingleSignOnTexts(): typeof zh {
  return TEXTS[useLocale().locale];
}
