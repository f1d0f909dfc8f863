import { type Locale, useLocale } from '@scenedock/ui-kit';

const zh = {
  title: '数据目录暂时无法访问',
  hint: '数据目录服务没有响应。请稍后重试；如持续出现，请联系系统管理员。',
  still: '仍然无法访问，请稍后再试。',
};

const en: typeof zh = {
  title: 'The catalogue is not available',
  hint: 'The catalogue is not responding. Try again in a moment; if it keeps happening, contact an administrator.',
  still: 'Still not responding. Try again later.',
};

const TEXTS: Readonly<Record<Locale, typeof zh>> = { 'zh-CN': zh, en };

/** What the page of an outage says. */
export function useOutageTexts(): typeof zh {
  return TEXTS[useLocale().locale];
}
