import { type Locale, useLocale } from '@scenedock/ui-kit';

const zh = {
  title: '创建管理员',
  hint: '系统还没有管理员。此链接只能使用一次，15 分钟内有效。',
  submit: '创建管理员',
  done: '管理员已创建，请登录',
  failed: '创建失败',
  noLink: '请打开服务器启动时显示的完整链接。',
  toBackOffice: '前往后台管理',
};

const en: typeof zh = {
  title: 'Create the administrator',
  hint: 'There is no administrator yet. This link works once, within 15 minutes.',
  submit: 'Create administrator',
  done: 'Administrator created. Sign in.',
  failed: 'Could not create the administrator. Try again.',
  noLink: 'This link is incomplete. Open the whole link that the server prints when it starts.',
  toBackOffice: 'Go to the back office',
};

const TEXTS: Readonly<Record<Locale, typeof zh>> = { 'zh-CN': zh, en };

/** What the page of the first administrator says; fetched with it, not before the search. */
export function useSetUpTexts(): typeof zh {
  return TEXTS[useLocale().locale];
}
