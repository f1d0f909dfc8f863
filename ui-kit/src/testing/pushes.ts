import type { OrderPush, OrderPushes, OrderPushFile } from '../api/types';

/** A file of an order that waits to be pushed. */
export function buildPushedFile(file: string, changes: Partial<OrderPushFile> = {}): OrderPushFile {
  return {
    file,
    path: `20261121WP150405006/${file}`,
    size: 1024,
    state: 'waiting',
    isSending: false,
    endedAt: null,
    failure: null,
    failureMessage: null,
    ...changes,
  };
}

/** A push of what is open for download now, of one file. */
export function buildPush(changes: Partial<OrderPush> = {}): OrderPush {
  return {
    id: 'p1',
    targetId: 't1',
    targetName: '省中心',
    createdAt: '2026-11-26T02:00:00Z',
    pushedBy: '王工',
    isCurrent: true,
    files: [buildPushedFile('a.zip')],
    ...changes,
  };
}

/** An order of two files that can be pushed to one target, and was not. */
export function buildPushes(changes: Partial<OrderPushes> = {}): OrderPushes {
  const target = { id: 't1', name: '省中心', kind: 'sftp' as const };
  return {
    isOpen: true,
    fileCount: 2,
    byteCount: 3072,
    targets: [{ ...target, failure: null, failureMessage: null }],
    items: [],
    ...changes,
  };
}
