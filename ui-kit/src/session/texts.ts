import { useLocale } from '../messages/LocaleProvider';
import type { Locale } from '../messages/locale';

/** Letter for letter (portal specification, sections 2 and 8). */
const zh = {
  farewells: {
    inactive: '检测到您长时间未操作页面,请重新登录!',
    expired: '登录过期，请重新登录!',
    unnamed: '系统名称未配置！',
  },
  farewellTitle: '温馨提示',
  idleTitle: '无操作时间过长,请重新输入密码',
  networkTitle: '网络连接超时,请尝试重新刷新页面',
  passwordAgain: '请输入密码',
  kept: '页面和已填写的内容都保持原样。',
  signedInAs: (name: string) => `当前账号：${name}`,
  resume: '继续',
  reconnecting: '正在重新连接，连接恢复后自动返回页面，已填写的内容不会丢失。',
  reconnectingOnly: '正在重新连接，已填写的内容不会丢失。',
  unanswered: '服务器尚未响应。密码已保留，服务器恢复响应后自动重试。',
  reload: '刷新页面',
};

const en: typeof zh = {
  farewells: {
    inactive: 'You have not used this page for a long time. Sign in again.',
    expired: 'Your session has ended. Sign in again.',
    unnamed: 'The system name is not configured.',
  },
  farewellTitle: 'Signed out',
  idleTitle: 'You have been away for a while. Enter your password again.',
  networkTitle: 'The connection timed out. Try reloading the page.',
  passwordAgain: 'Enter your password',
  kept: 'The page and what you typed stay as they are.',
  signedInAs: (name) => `Signed in as ${name}`,
  resume: 'Continue',
  reconnecting: 'Reconnecting. The page comes back by itself, and nothing you typed is lost.',
  reconnectingOnly: 'Reconnecting. Nothing you typed is lost.',
  unanswered:
    'The server is not responding yet. Your password is kept and tried again as soon as it responds.',
  reload: 'Reload the page',
};

const TEXTS: Readonly<Record<Locale, typeof zh>> = { 'zh-CN': zh, en };

/** What is said over a page; fetched with it, not before the search. */
export function useSessionTexts(): typeof zh {
  return TEXTS[useLocale().locale];
}
