/** News, with the pages that show them. */
export const zhNews = {
  title: '新闻公告',
  kinds: '新闻类型',
  all: '全部',
  kind: (name: string, n: number) => `${name}（${n}）`,
  find: '按标题查找',
  pinned: '置顶',
  none: '还没有新闻',
  noneHint: '新的通知和动态会发布在这里。',
  noMatch: '没有符合条件的新闻',
  clear: '清除条件',
  back: '返回新闻列表',
  published: (time: string) => `发布时间：${time}`,
  gone: '这篇新闻不存在，或已被撤回',
};
