/** The banner of announcements and its dialog. */
export const zhAnnouncements = {
  banner: '公告',
  pause: '暂停滚动',
  go: '继续滚动',
  open: (title: string) => `查看公告：${title}`,
  close: (title: string) => `不再显示公告：${title}`,
  important: '重要',
  at: (n: number, all: number) => `第 ${n} 条，共 ${all} 条`,
  previous: '上一条',
  next: '下一条',
  dismiss: '不再显示',
  since: (time: string) => `发布时间：${time}`,
};
