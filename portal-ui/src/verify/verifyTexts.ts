import { type Locale, useLocale } from '@scenedock/ui-kit';

const zh = {
  title: '签名文件核验',
  intro:
    '选择从本系统下载的交付记录（JSON、PDF）或已发布的年度报告（JSON、Word、Excel），即可查验它是否由本系统出具、内容是否被改动。无需登录；文件只用于核验，不会保存。',
  drop: '将文件拖到这里，或',
  choose: '选择文件',
  another: '核验另一个文件',
  checking: '正在核验…',
  tooLarge: '文件超过 16 MB，不是本系统签名的文件',
  findings: {
    genuine: '真实有效',
    altered: '已被改动',
    unknownKey: '无法确认',
    unreadable: '不是签名文件',
  },
  meanings: {
    genuine: '该文件由本系统签名出具，内容未被改动。',
    altered: '该文件的内容与签名不符：签名之后被改动过，不能作为凭证。请向提供者索取原文件。',
    unknownKey: '该文件不是用本系统的密钥签名的。如果它来自其他系统，请到该系统的门户核验。',
    unreadable:
      '该文件没有本系统的签名，或已损坏。请使用下载的原文件，不要另存、打印或重新排版；年度报告草稿没有签名。',
  },
  key: (id: string) => `签名密钥 ${id}（Ed25519）`,
  unknownKey: (id: string) => `文件所写的密钥 ${id}`,
  secondKey: (id: string) => `第二签名密钥 ${id}（SM2）`,
  report: {
    title: '所属年度报告',
    issuer: '出具系统',
    year: '年度',
    unit: '申请单位',
    allUnits: '全部单位',
    edition: '版次',
    editionOf: (n: number) => `第 ${n} 版`,
    published: '发布时间',
    sha256: '报告内容 SHA-256',
  },
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
  title: 'Verify a signed file',
  intro:
    'Choose a delivery record (JSON, PDF) or a published yearly report (JSON, Word, Excel) downloaded from this system to check that this system issued it and that it has not been changed. You do not need to sign in. The file is checked and not stored.',
  drop: 'Drop the file here, or',
  choose: 'Choose a file',
  another: 'Check another file',
  checking: 'Checking…',
  tooLarge: 'The file is larger than 16 MB, so it is not one that this system signed',
  findings: {
    genuine: 'Genuine',
    altered: 'Changed',
    unknownKey: 'Cannot be confirmed',
    unreadable: 'Not a signed file',
  },
  meanings: {
    genuine: 'This system issued and signed the file, and nothing in it has been changed.',
    altered:
      'The file does not match its signature: it was changed after it was signed, so it proves nothing. Ask the provider for the original file.',
    unknownKey:
      'The file was not signed with a key of this system. If it comes from another system, check it there.',
    unreadable:
      'The file has no signature of this system, or it is damaged. Use the file as it was downloaded, not a copy that was saved again or printed. Drafts of yearly reports are not signed.',
  },
  key: (id) => `Signing key ${id} (Ed25519)`,
  unknownKey: (id) => `Key named in the file: ${id}`,
  secondKey: (id) => `Second signing key ${id} (SM2)`,
  report: {
    title: 'The report it belongs to',
    issuer: 'Issued by',
    year: 'Year',
    unit: 'Organisation',
    allUnits: 'All organisations',
    edition: 'Edition',
    editionOf: (n) => `Edition ${n}`,
    published: 'Published',
    sha256: 'SHA-256 of the report',
  },
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
    unit: 'Organisation',
    applicant: 'Applicant',
    project: 'Project',
    usage: 'Purpose',
    method: 'Delivery method',
    online: 'Online download',
    offline: 'Offline copy',
    scenes: 'Data',
    scenesOf: (n, size) => `${n === 1 ? '1 scene' : `${n} scenes`}, ${size}`,
    files: 'Files',
    filesOf: (n, fetched) => `${n}, downloaded: ${fetched}`,
    papers: 'Attachments',
    papersOf: (n) => `${n}`,
  },
};

const TEXTS: Record<Locale, typeof zh> = { 'zh-CN': zh, en };

/** Only whoever checks a record needs these words. */
export const useVerifyTexts = () => TEXTS[useLocale().locale];
