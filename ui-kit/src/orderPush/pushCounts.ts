import type { OrderPush, OrderPushes, OrderPushFile } from '../api/types';

/** Files and their bytes. */
type Load = { files: number; bytes: number };

/** How far a push is: every file is in one of the three. */
export type PushCounts = { all: Load; delivered: Load; waiting: Load; missed: Load };

export function countFiles({ files }: Pick<OrderPush, 'files'>): PushCounts {
  const none = (): Load => ({ files: 0, bytes: 0 });
  const counts = { all: none(), delivered: none(), waiting: none(), missed: none() };
  for (const { state, size } of files) {
    for (const load of [counts.all, counts[state]]) {
      load.files += 1;
      load.bytes += size;
    }
  }
  return counts;
}

/** Whether something of these is still on its way. */
export const isRunning = (pushes: OrderPushes): boolean =>
  pushes.items.some(({ files }) => files.some(({ state }) => state === 'waiting'));

/** What pushing to a target now would do: send everything, what was given up, or nothing. */
export type PushPlan =
  | { kind: 'whole' | 'rest'; load: Load }
  | { kind: 'closed' | 'allThere' | 'onTheWay' };

export function planPush(pushes: OrderPushes, targetId: string): PushPlan {
  if (!pushes.isOpen) return { kind: 'closed' };
  const earlier = pushes.items.find((one) => one.isCurrent && one.targetId === targetId);
  if (earlier === undefined) {
    return { kind: 'whole', load: { files: pushes.fileCount, bytes: pushes.byteCount } };
  }
  const { missed, waiting } = countFiles(earlier);
  if (missed.files > 0) return { kind: 'rest', load: missed };
  return { kind: waiting.files > 0 ? 'onTheWay' : 'allThere' };
}

/** The folder of the target below which every file lies as it does in the delivery; null: there is no such folder. */
export function folderOf(files: readonly OrderPushFile[]): string | null {
  const [first] = files;
  if (first === undefined || !first.path.endsWith(`/${first.file}`)) return null;
  const folder = first.path.slice(0, -first.file.length - 1);
  return files.every(({ path, file }) => path === `${folder}/${file}`) ? folder : null;
}
