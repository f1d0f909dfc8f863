import type { DirectoryNode } from '@scenedock/ui-kit';
import type { NodePlace } from './directoryModel';

/** What is open over the page. */
export type OpenNode =
  | { what: 'add'; parent: DirectoryNode | null }
  | { what: 'withdraw' }
  | { what: 'edit' | 'remove'; node: DirectoryNode }
  | { what: 'move'; node: DirectoryNode; destination?: NodePlace };
