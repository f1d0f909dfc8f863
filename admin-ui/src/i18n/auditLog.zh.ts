import type { AuditOutcome, AuditSubject } from '@scenedock/ui-kit';

const subjects: Record<AuditSubject, string> = {
  session: '登录',
  account: '用户',
  role: '角色',
  order: '订单',
  paper: '材料',
  delivery: '下载账号',
  subscription: '订阅',
  scope: '数据范围',
  catalogue: '数据目录',
  region: '行政区划',
  setting: '系统配置',
  dictionary: '字典',
  news_type: '新闻类型',
  news: '新闻',
  announcement: '公告',
  content_page: '内容页面',
  guide_video: '指南视频',
  yearly_report: '年度报告',
};
const outcomes: Record<AuditOutcome, string> = { done: '成功', refused: '失败' };

/** Who did what to what. */
export const zhAuditLog = {
  auditLog: {
    title: '审计日志',
    intro: '谁在什么时间、从哪里、对什么做了什么。记录只能增加，不能修改和删除，并用密钥逐条链接。',
    subjects,
    outcomes,
    subject: '对象类型',
    anySubject: '全部对象',
    outcome: '结果',
    anyOutcome: '全部结果',
    find: '用户、对象、IP 地址',
    at: '时间',
    by: '操作人',
    action: '操作',
    thing: '对象',
    changes: '变化',
    between: '；',
    clientIp: 'IP 地址',
    link: '链接号',
    linking: '待链接',
    signIn: '登录',
    signOut: '退出登录',
    open: '查看',
    change: '修改',
    unknown: '未知',
    commandLine: '命令行',
    head: '链尾',
    headHint:
      '请定期把链尾抄存到系统之外；用 scenedock admin verify-audit --head 核对，可发现被截断的记录。',
    older: '加载更早的记录',
    empty: '没有符合条件的记录',
    code: (code: string) => `链接码 ${code}`,
  },
};
