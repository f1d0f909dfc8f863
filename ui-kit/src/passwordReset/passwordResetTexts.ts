import { useLocale } from '../messages/LocaleProvider';
import type { Locale } from '../messages/locale';

const zh = {
  forgotten: '忘记密码',
  requestTitle: '找回密码',
  requestHint: '输入用户名或注册时填写的邮箱，我们将发送重置密码的链接。',
  account: '用户名或邮箱',
  accountMissing: '请输入用户名或邮箱',
  send: '发送链接',
  sendFailed: '发送失败',
  sentTitle: '请查收邮件',
  sent: '如果该账号存在并留有邮箱，您将很快收到重置密码的邮件。链接30分钟内有效，只能使用一次。',
  sentHint: '没有收到？请检查垃圾邮件，或联系管理员重置密码。',
  again: '重新发送',
  unavailable: '系统未配置邮件服务，无法通过邮件重置密码，请联系管理员。',
  backToSignIn: '返回登录',
  title: '设置新密码',
  forAccount: (loginName: string) => `正在为账号 ${loginName} 设置新密码。`,
  hint: '设置成功后，所有已登录的设备都将退出，请使用新密码重新登录。',
  submit: '设置新密码',
  failed: '设置失败',
  done: '新密码已设置，请重新登录',
  toSignIn: '前往登录',
  noLink: '请打开邮件中的完整链接。',
  askAgain: '重新申请链接',
};

const en: typeof zh = {
  forgotten: 'Forgot your password?',
  requestTitle: 'Forgotten password',
  requestHint:
    'Enter your username or the email address of your account. We will email you a link.',
  account: 'Username or email address',
  accountMissing: 'Enter a username or an email address.',
  send: 'Send the link',
  sendFailed: 'Could not send the link. Try again later.',
  sentTitle: 'Check your email',
  sent: 'If this account exists and has an email address, an email is on its way. Its link works once, within 30 minutes.',
  sentHint: 'No email? Check your junk folder, or ask an administrator for a new password.',
  again: 'Send again',
  unavailable:
    'This system does not send email, so passwords cannot be reset by email. Ask an administrator.',
  backToSignIn: 'Back to sign-in',
  title: 'Set a new password',
  forAccount: (loginName) => `For the account ${loginName}.`,
  hint: 'You will be signed out on every device. Then sign in with the new password.',
  submit: 'Set new password',
  failed: 'Could not set the password. Try again later.',
  done: 'Your new password is set. Sign in.',
  toSignIn: 'Go to sign-in',
  noLink: 'This link is incomplete. Open the whole link from the email.',
  askAgain: 'Ask for another link',
};

const TEXTS: Readonly<Record<Locale, typeof zh>> = { 'zh-CN': zh, en };

/** What is said about forgotten passwords; fetched with what says it, not before the search. */
export function usePasswordResetTexts(): typeof zh {
  return TEXTS[useLocale().locale];
}
