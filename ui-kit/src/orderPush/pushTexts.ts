import { useLocale } from '../messages/LocaleProvider';
import type { Locale } from '../messages/locale';
import { grouped, plural } from '../messages/plural';

/** A reason as a sentence; servers end theirs with a full stop, or do not. */
const sentence = (why: string, stop: string) => why.replace(/[\s.。]+$/u, '') + stop;

/** What a push of so many files came to, without what there is none of. */
function came(
  [delivered, waiting, missed]: readonly [number, number, number],
  words: readonly [string, string, string],
  write: (word: string, files: string) => string,
): string[] {
  if (waiting + missed === 0) return [];
  return [delivered, waiting, missed].flatMap((files, n) =>
    files === 0 ? [] : [write(words[n] ?? '', grouped(files))],
  );
}

/** Words about orders that are pushed, for both apps. */
const zh = {
  title: '订单推送',
  push: '推送订单',
  again: '再次推送',
  confirm: '推送',
  choose: '推送目标',
  hint: '推送后无需停留在本页面；每个文件送达后都会核对，已送达的文件不会重复推送。',
  whole: (files: number, size: string) => `将推送 ${grouped(files)} 个文件，共 ${size}。`,
  contents: '包括打包文件、单景文件和校验清单。',
  rest: (files: number, size: string) =>
    `将再次推送未送达的 ${grouped(files)} 个文件，共 ${size}；其余文件已送达或正在推送。`,
  chooseFirst: '请选择推送目标',
  allThere: '全部文件已送达该目标，无需再次推送。',
  onTheWay: '正在推送到该目标，未送达的文件会自动重试。',
  closed: '数据已不再开放下载，不能推送。',
  sent: (target: string) => `已开始推送到“${target}”`,
  failed: '推送失败',
  noTargets: '还没有推送目标',
  noTargetsHint:
    '请先添加接收数据的服务器（FTP、FTPS、SFTP 或 S3）；没有服务器时，添加“我的数据架”。',
  addTarget: '添加推送目标',
  noTargetsOfOwner: '申请人还没有推送目标',
  noTargetsOfOwnerHint: '订单只能推送到申请人自己的目标；申请人可在门户“我的订阅”中添加。',
  ofOwner: '以下是申请人的推送目标。',
  fails: (why: string) => `${sentence(why, '。')}恢复后自动继续推送。`,
  failsNow: (why: string) => `${sentence(why, '。')}现在提交，恢复后自动推送。`,
  standings: {
    running: '推送中',
    resting: '等待目标恢复',
    delivered: '已全部送达',
    missed: (files: number) => `${grouped(files)} 个未送达`,
  },
  by: (time: string, name: string) => `${time} 由${name}推送`,
  counts: (files: number, size: string, ...of: [number, number, number]) => {
    const parts = came(of, ['已送达', '待推送', '未送达'], (word, n) => `${word} ${n}`);
    const all = `共 ${grouped(files)} 个文件（${size}）`;
    return parts.length === 0 ? all : `${all}：${parts.join('，')}`;
  },
  progress: (target: string) => `推送到“${target}”的进度`,
  arrived: (done: string, all: string) => `已送达 ${done} / ${all}`,
  targetGone: '推送目标已删除，不能再次推送；可推送到其他目标。',
  notCurrent: '这次推送的数据已不再开放下载，不能再次推送。',
  files: '推送的文件',
  filesOf: (target: string) => `推送到“${target}”的文件`,
  show: (files: number) => `查看 ${grouped(files)} 个文件`,
  hide: '收起文件',
  file: '文件',
  size: '大小',
  state: '状态',
  ended: '时间',
  path: (path: string) => `目标路径 ${path}`,
  folder: (path: string) => `目标文件夹 ${path}/`,
};

const count = (n: number) => plural(n, 'file', 'files');

const en: typeof zh = {
  title: 'Pushes',
  push: 'Push order',
  again: 'Push again',
  confirm: 'Push',
  choose: 'Target',
  hint: 'You need not stay on this page. Every file is checked after it arrives, and none is sent twice.',
  whole: (files, size) => `${count(files)} will be pushed, ${size} in all.`,
  contents: 'Packages, single scenes and lists of checksums.',
  rest: (files, size) =>
    `${count(files)} that did not arrive will be pushed again, ${size} in all. The others have arrived or are on their way.`,
  chooseFirst: 'Choose a target',
  allThere: 'Every file has arrived at this target. There is nothing to push again.',
  onTheWay:
    'The order is on its way to this target. Files that fail are tried again automatically.',
  closed: 'The data is no longer open for download, so it cannot be pushed.',
  sent: (target) => `Pushing to “${target}” has begun`,
  failed: 'Could not push the order. Try again later.',
  noTargets: 'No targets yet',
  noTargetsHint:
    'Add a server that receives your data first: FTP, FTPS, SFTP or S3. Without a server of your own, add “My shelf”.',
  addTarget: 'Add a target',
  noTargetsOfOwner: 'The applicant has no targets yet',
  noTargetsOfOwnerHint:
    'An order only goes to targets of its applicant, who adds them in the portal under “My subscriptions”.',
  ofOwner: 'These are the applicant’s targets.',
  fails: (why) => `${sentence(why, '.')} The push continues by itself once the target works again.`,
  failsNow: (why) => `${sentence(why, '.')} What you push now is sent once the target works again.`,
  standings: {
    running: 'Pushing',
    resting: 'Waiting for the target',
    delivered: 'All delivered',
    missed: (files) => `${grouped(files)} not delivered`,
  },
  by: (time, name) => `Pushed ${time} by ${name}`,
  counts: (files, size, ...of) => {
    const parts = came(of, ['delivered', 'waiting', 'not delivered'], (word, n) => `${n} ${word}`);
    const all = `${count(files)} (${size})`;
    return parts.length === 0 ? all : `${all}: ${parts.join(', ')}`;
  },
  progress: (target) => `Progress of the push to “${target}”`,
  arrived: (done, all) => `${done} of ${all} delivered`,
  targetGone: 'The target was removed, so this cannot be pushed again. Another target can be used.',
  notCurrent: 'What this push sent is no longer open for download, so it cannot be pushed again.',
  files: 'Pushed files',
  filesOf: (target) => `Files pushed to “${target}”`,
  show: (files) => `Show ${count(files)}`,
  hide: 'Hide files',
  file: 'File',
  size: 'Size',
  state: 'Status',
  ended: 'Time',
  path: (path) => `At the target: ${path}`,
  folder: (path) => `Folder at the target: ${path}/`,
};

const TEXTS: Record<Locale, typeof zh> = { 'zh-CN': zh, en };

export type PushTexts = typeof zh;

export const usePushTexts = () => TEXTS[useLocale().locale];
