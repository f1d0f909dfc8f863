import type { FoundScene } from '@scenedock/ui-kit';
import { ink } from '@scenedock/ui-kit';

/** What can be done with a result, wherever it is shown. */
export type RowHandlers = {
  onHover: (id: string | null) => void;
  onOpen: (id: string) => void;
  onLocate: (wkt: string) => void;
  onAdd: (ids: string[]) => void;
  onSelect: (id: string) => void;
};

/** One result, wherever it is shown. */
export type RowProps = RowHandlers & {
  scene: FoundScene;
  hovered: boolean;
  pinned: boolean;
  selected: boolean;
  inCart: boolean;
};

/** How results stand out. */
export type RowLook = {
  hovered: string | null;
  pinned: string | null;
  selected: ReadonlySet<string>;
  inCart: ReadonlySet<string>;
};

/** Of one result in the list. */
export const ROW_HEIGHT = 76;

/** Background of what was chosen on the map. */
export const PINNED = ink.chosen;

/** Background and edge of a row that is pointed at or chosen on the map. */
export function rowTint(id: string, { hovered, pinned }: Pick<RowLook, 'hovered' | 'pinned'>) {
  if (hovered === id)
    return { bgcolor: ink.pointedGround, boxShadow: `inset 3px 0 ${ink.pointed}` };
  if (pinned === id) return { bgcolor: PINNED, boxShadow: `inset 3px 0 ${ink.action}` };
  return { bgcolor: 'background.paper', boxShadow: 'none' };
}
