import { isCovered, isWriting } from '../../parts/keys';

/** What a key does at the audit desk. */
export type DeskCommand =
  | { act: 'move'; by: 1 | -1 }
  | { act: 'paper'; at: number }
  | { act: 'approve' | 'reject' | 'undo' | 'tick' | 'help' };

const COMMANDS: Readonly<Record<string, DeskCommand>> = {
  j: { act: 'move', by: 1 },
  k: { act: 'move', by: -1 },
  '1': { act: 'paper', at: 0 },
  '2': { act: 'paper', at: 1 },
  '3': { act: 'paper', at: 2 },
  '4': { act: 'paper', at: 3 },
  a: { act: 'approve' },
  r: { act: 'reject' },
  u: { act: 'undo' },
  x: { act: 'tick' },
  '?': { act: 'help' },
};

/** What the key does; nothing while somebody writes, or with Ctrl, Alt or Meta. A key that is held down only moves. */
export function commandOf(event: KeyboardEvent): DeskCommand | null {
  const { key, ctrlKey, metaKey, altKey, isComposing, repeat, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return null;
  if (isWriting(target) || isCovered()) return null;
  const command = COMMANDS[key.toLowerCase()] ?? null;
  return repeat && command?.act !== 'move' ? null : command;
}
