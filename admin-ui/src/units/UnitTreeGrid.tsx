import Box from '@mui/material/Box';
import type { UnitNode } from '@scenedock/ui-kit';
import { textSize } from '@scenedock/ui-kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { stepOf } from './treeKeys';
import { COLUMNS, UnitRow, type UnitTask, WIDE_ONLY } from './UnitRow';
import type { UnitLine } from './unitTree';
import { LINE, reveal, useLineWindow } from './useLineWindow';

/** A unit that has just come to its place; each coming is one of its own. */
export interface Newcomer {
  id: string;
}

interface UnitTreeGridProps {
  lines: readonly UnitLine[];
  /** The unit to be brought into view: one that has just been made or moved. */
  newcomer: Newcomer | null;
  onToggle: (id: string) => void;
  onTask: (task: UnitTask, unit: UnitNode) => void;
}

/** Buttons of a line. */
const BUTTONS = 2;

/** Units as a tree of lines. Of ten thousand those are drawn that are seen. */
export function UnitTreeGrid({ lines, newcomer, onToggle, onTask }: UnitTreeGridProps) {
  const { units: m } = useAdminMessages();
  const list = useRef<HTMLDivElement>(null);
  const { first, end } = useLineWindow(list, lines.length);
  const { at, focus } = useActiveLine(list, lines, newcomer);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[role=row]');
    // Keys of a menu or a dialog come here too, by way of React.
    if (row === null || !list.current?.contains(row)) return;
    const cell = {
      at: lines.findIndex(({ unit }) => unit.id === row.dataset.unit),
      button: buttonsOf(row).indexOf(event.target as HTMLElement) + 1,
      buttons: BUTTONS,
    };
    const step = stepOf(event.key, lines, cell);
    if (step === null) return;
    event.preventDefault();
    if ('toggle' in step) onToggle(step.toggle);
    else focus(step.to, step.button);
  };
  const drawn = lines.map((line, index) => ({ line, index })).slice(first, end);
  const active = lines[at];
  // Whoever comes by Tab must find the line that had the focus.
  if (active && (at < first || at >= end)) drawn.push({ line: active, index: at });
  return (
    <Box
      role="treegrid"
      aria-label={m.title}
      aria-rowcount={lines.length + 1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-unit]')?.dataset.unit;
        const index = lines.findIndex(({ unit }) => unit.id === id);
        if (index >= 0 && index !== at) focus(index, null);
      }}
    >
      <Headings />
      <Box
        ref={list}
        role="rowgroup"
        sx={{
          position: 'relative',
          overflowY: 'auto',
          maxHeight: 'max(320px, calc(100vh - 260px))',
        }}
      >
        <Box role="presentation" style={{ height: lines.length * LINE }} />
        {drawn.map(({ line, index }) => (
          <UnitRow
            key={line.unit.id}
            line={line}
            at={index}
            active={index === at}
            onToggle={onToggle}
            onTask={onTask}
          />
        ))}
      </Box>
    </Box>
  );
}

const buttonsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('button')];

/** Which line Tab leads to, and what moves the focus to another one. */
function useActiveLine(
  list: { readonly current: HTMLElement | null },
  lines: readonly UnitLine[],
  newcomer: Newcomer | null,
) {
  const [active, setActive] = useState<string | null>(null);
  const aim = useRef<{ id: string; button: number } | null>(null);
  const index = lines.findIndex(({ unit }) => unit.id === active);
  const at = Math.max(0, index);
  const followed = useRef<Newcomer | null>(null);
  useEffect(() => {
    if (newcomer === null || newcomer === followed.current) return;
    const row = lines.findIndex(({ unit }) => unit.id === newcomer.id);
    if (row < 0 || list.current === null) return;
    followed.current = newcomer;
    setActive(newcomer.id);
    reveal(list.current, row);
  }, [list, lines, newcomer]);
  // The line that gets the focus may be drawn only now.
  useEffect(() => {
    const { current } = aim;
    const row = current && list.current?.querySelector<HTMLElement>(`[data-unit="${current.id}"]`);
    if (!current || !row) return;
    aim.current = null;
    const target = current.button === 0 ? row : buttonsOf(row)[current.button - 1];
    target?.focus({ preventScroll: true });
  });
  const focus = (to: number, button: number | null) => {
    const id = lines[to]?.unit.id ?? null;
    setActive(id);
    if (button === null || id === null || list.current === null) return;
    reveal(list.current, to);
    aim.current = { id, button };
    // Another button of the same line draws nothing anew.
    if (id === active) {
      const row = list.current.querySelector<HTMLElement>(`[data-unit="${id}"]`);
      if (row !== null) (button === 0 ? row : buttonsOf(row)[button - 1])?.focus();
      aim.current = null;
    }
  };
  return { at, focus };
}

function Headings() {
  const { units: m } = useAdminMessages();
  const head = { fontSize: textSize.note, fontWeight: 600, color: 'text.secondary' };
  return (
    <Box role="rowgroup">
      <Box
        role="row"
        aria-rowindex={1}
        sx={{
          display: 'grid',
          gridTemplateColumns: COLUMNS,
          alignItems: 'center',
          height: 36,
          px: 1.5,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box role="columnheader" sx={{ ...head, pl: '28px' }}>
          {m.name}
        </Box>
        <Box role="columnheader" sx={{ ...head, ...WIDE_ONLY }}>
          {m.status}
        </Box>
        <Box role="columnheader" sx={{ ...head, ...WIDE_ONLY, textAlign: 'right' }}>
          {m.members}
        </Box>
        <Box role="columnheader" sx={{ ...head, ...WIDE_ONLY, textAlign: 'right' }}>
          {m.grants}
        </Box>
        <Box role="columnheader" sx={{ ...head, textAlign: 'right' }}>
          {m.operations}
        </Box>
      </Box>
    </Box>
  );
}
