import { type KeyboardEvent, useRef, useState } from 'react';
import type { TreeLine } from './treeModel';

type TreeHandlers = { onOpen: (id: number, open: boolean) => void; onToggle: (id: number) => void };

/** Where an arrow key leads from line `at`: to a line, or to opening or closing this one. */
function step(key: string, lines: readonly TreeLine[], at: number): number | boolean | null {
  const line = lines[at];
  if (line === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, lines.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowRight':
      return line.open === null ? null : line.open ? at + 1 : true;
    case 'ArrowLeft':
      if (line.open) return false;
      return line.parent === null ? null : lines.findIndex(({ node }) => node.id === line.parent);
    default:
      return null;
  }
}

/** The keys of a tree: arrows move, open and close, Home and End jump, Space and Enter tick. */
export function useTreeKeys(lines: readonly TreeLine[], { onOpen, onToggle }: TreeHandlers) {
  const ref = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const known = lines.some(({ node }) => node.id === focused);
  const current = known ? focused : (lines[0]?.node.id ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (current === null || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      onToggle(current);
      return;
    }
    const to = step(
      event.key,
      lines,
      lines.findIndex(({ node }) => node.id === current),
    );
    if (to === null) return;
    event.preventDefault();
    if (typeof to === 'boolean') onOpen(current, to);
    else ref.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
  };
  return { ref, current, onFocus: setFocused, onKeyDown };
}
