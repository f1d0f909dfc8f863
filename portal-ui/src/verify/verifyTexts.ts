import { type Locale, useLocale } from '@scenedock/ui-kit';

const zh = {
  title: '交付记录核验',
  intro:
    '选择从本系统下载的交付记录（JSON 或 PDF 文件），即可查验它是否由本系统出具、内容是否被改动。无需登录；文件只用于核验，不会保存。',
  drop: '将文件拖到这里，或',
  choose: '选择文件',
  another: '核验另一个文件',
  checking: '正在核验…',
  tooLarge: '文件超过 16 MB，不是交付记录',
  findings: {
    genuine: '真实有效',
    altered: '已被改动',
    unknownKey: '无法确认',
    unreadable: '不是交付记录',
  },
  meanings: {
    genuine: '该文件由本系统签名出具，内容未被改动。',
    altered: '该文件的内容与签名不符：签名之后被改动过，不能作为凭证。请向提供者索取原文件。',
    unknownKey: '该文件不是用本系统的密钥签名的。如果它来自其他系统，请到该系统的门户核验。',
    unreadable:
      '该文件不是交付记录，或已损坏。请使用从订单页面下载的原文件，不要另存、打印或重新排版。',
  },
  key: (id: string) => `签名密钥 ${id}`,
  facts: {
    title: '记录内容',
    issuer: '出具系统',
    number: '登记号',
    order: '订单号',
    round: '交付次序',
    roundOf: (n: number) => `第 ${n} 次交付`,
    opened: '交付时间',
    completed: '完成时间',
    asOf: '记录时点',
    unit: '申请单位',
    applicant: '申请人',
    project: '项目名称',
    usage: '数据用途',
    method: '获取方式',
    online: '在线下载',
    offline: '离线拷贝',
    scenes: '数据',
    scenesOf: (n: number, size: string) => `${n} 景，${size}`,
    files: '文件',
    filesOf: (n: number, fetched: number) => `${n} 个，已下载 ${fetched} 个`,
    papers: '材料',
    papersOf: (n: number) => `${n} 份`,
  },
};

const en: typeof zh = {
  title: 'Verify a delivery record',
  intro:
    'Choose a delivery record downloaded from this system (a JSON or PDF file) to learn whether this system issued it and whether it was changed. No sign-in needed. The file is only checked, never kept.',
  drop: 'Drop the file here, or',
  choose: 'Choose a file',
  another: 'Check another file',
  checking: 'Checking…',
  tooLarge: 'The file is larger than 16 MB and is no delivery record',
  findings: {
    genuine: 'Genuine',
    altered: 'Changed',
    unknownKey: 'Cannot be confirmed',
    unreadable: 'Not a delivery record',
  },
  meanings: {
    genuine: 'This system signed and issued the file, and nothing in it was changed.',
    altered:
      'The file does not match its signature: it was changed after it was signed and proves nothing. Ask for the original file.',
    unknownKey:
      'The file was not signed with a key of this system. If it comes from another system, check it there.',
    unreadable:
      'The file is no delivery record, or it is damaged. Use the file as it was downloaded from the order, not a copy that was saved again or printed.',
  },
  key: (id) => `Signing key ${id}`,
  facts: {
    title: 'What the record says',
    issuer: 'Issued by',
    number: 'Registry entry',
    order: 'Order number',
    round: 'Delivery',
    roundOf: (n) => `Delivery ${n}`,
    opened: 'Delivered',
    completed: 'Completed',
    asOf: 'As of',
    unit: 'Unit',
    applicant: 'Applicant',
    project: 'Project',
    usage: 'Usage',
    method: 'Get method',
    online: 'Online download',
    offline: 'Offline copy',
    scenes: 'Data',
    scenesOf: (n, size) => `${n === 1 ? '1 scene' : `${n} scenes`}, ${size}`,
    files: 'Files',
    filesOf: (n, fetched) => `${n}, downloaded: ${fetched}`,
    papers: 'Papers',
    papersOf: (n) => `${n}`,
  },
};

const TEXTS: Record<Locale, typeof zh> = { 'zh-CN': zh, en };

/** Only whoever checks a record needs these words. */
export const useVerifyTexts = () => TEXTS[useLocale().locale];
