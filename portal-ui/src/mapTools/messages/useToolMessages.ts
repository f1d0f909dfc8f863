import { type Locale, type Messages, useLocale } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { enPanels } from './panels.en';
import { zhPanels } from './panels.zh';

export type ToolMessages = Messages & typeof zhPanels;

const PANELS: Readonly<Record<Locale, typeof zhPanels>> = { 'zh-CN': zhPanels, en: enPanels };

/** All messages, with those of the tools' panels, which come with the map: the first results do not wait for them. */
export function useToolMessages(): ToolMessages {
  const { locale, messages } = useLocale();
  return useMemo(() => ({ ...messages, ...PANELS[locale] }), [messages, locale]);
}
