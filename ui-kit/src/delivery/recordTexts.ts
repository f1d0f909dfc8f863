import { useLocale } from '../messages/LocaleProvider';
import type { Locale } from '../messages/locale';

/** Words about delivery records, for both apps. */
const zh = {
  title: '交付记录',
  hint: '由系统签名，列明每次交付的数据、材料和下载情况。任何人都可查验真伪：',
  verify: '签名文件核验',
  delivery: (round: number) => `第 ${round} 次交付`,
  facts: (number: number, opened: string, scenes: number, size: string) =>
    `登记号 ${number} · ${opened} · ${scenes} 景 · ${size}`,
  pdf: '下载 PDF',
  json: '下载 JSON',
  download: (format: string, round: number) => `下载第 ${round} 次交付的 ${format} 记录`,
};

const en: typeof zh = {
  title: 'Delivery records',
  hint: 'Records signed by the system: the data, attachments and downloads of each delivery. Anyone can check whether a record is genuine:',
  verify: 'Verify a signed file',
  delivery: (round) => `Delivery ${round}`,
  facts: (number, opened, scenes, size) =>
    `Entry ${number} · ${opened} · ${scenes === 1 ? '1 scene' : `${scenes} scenes`} · ${size}`,
  pdf: 'Download PDF',
  json: 'Download JSON',
  download: (format, round) => `Download the ${format} record of delivery ${round}`,
};

const TEXTS: Record<Locale, typeof zh> = { 'zh-CN': zh, en };

export const useRecordTexts = () => TEXTS[useLocale().locale];
