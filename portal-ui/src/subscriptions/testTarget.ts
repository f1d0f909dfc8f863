import type { PushTarget } from '@scenedock/ui-kit';

/** A target that works, over FTP. */
export const TARGET: PushTarget = {
  id: 't1',
  name: '省中心',
  owner: '李四',
  kind: 'ftp',
  address: 'ftp://ftp.example.cn/inbox',
  region: '',
  loginName: 'sub',
  signIn: 'password',
  signInKey: null,
  hostKey: null,
  hostKeyType: null,
  offeredHostKey: null,
  testedAt: '2026-11-25T01:00:00Z',
  mostParallel: 2,
  dailyBytes: null,
  bytesPerSecond: null,
  mostBytesPerSecond: null,
  hold: null,
  stopReason: null,
  sentToday: 0,
  subscriptions: 0,
  failures: 0,
  restsUntil: null,
  failure: null,
  failureMessage: null,
};

/** One's own shelf on our gateway. */
export const SHELF_TARGET: PushTarget = {
  ...TARGET,
  id: 't9',
  name: '我的架子',
  kind: 'shelf',
  address: '',
  loginName: '',
};

/** The same over SSH, which lets its person's own key in. */
export const SSH: PushTarget = {
  ...TARGET,
  kind: 'sftp',
  address: 'sftp://sftp.example.cn/~/inbox',
  signIn: 'key',
  signInKey: 'person',
  hostKey: 'SHA256:old',
  hostKeyType: 'ssh-ed25519',
};
