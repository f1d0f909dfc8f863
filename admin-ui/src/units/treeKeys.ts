import type { UnitLine } from './unitTree';

/** Where the keys lead: another line, an open or closed branch, or a button of the line (0: the line itself). */
export type TreeStep = { to: number; button: number } | { toggle: string } | null;

interface TreePlace {
  /** The line that has the focus. */
  at: number;
  /** Which of its buttons has it; 0: the line itself. */
  button: number;
  buttons: number;
}

/** Keys of a treegrid (WAI-ARIA Authoring Practices, treegrid): lines first, then what stands in them. */
export function stepOf(key: string, lines: readonly UnitLine[], focus: TreePlace): TreeStep {
  const { at, button, buttons } = focus;
  const line = lines[at];
  if (line === undefined) return null;
  const go = (to: number) => ({ to: Math.max(0, Math.min(lines.length - 1, to)), button });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return { to: 0, button: 0 };
    case 'End':
      return { to: lines.length - 1, button: 0 };
    case 'ArrowRight':
      if (button === 0 && line.open === false) return { toggle: line.unit.id };
      return button < buttons ? { to: at, button: button + 1 } : null;
    case 'ArrowLeft':
      if (button > 0) return { to: at, button: button - 1 };
      if (line.open) return { toggle: line.unit.id };
      return parentOf(lines, at);
    default:
      return null;
  }
}

/** The line of the unit above. */
function parentOf(lines: readonly UnitLine[], at: number): TreeStep {
  const level = lines[at]?.level ?? 1;
  for (let to = at - 1; to >= 0; to -= 1) {
    if ((lines[to]?.level ?? 1) < level) return { to, button: 0 };
  }
  return null;
}
