import type { InstrumentNames, Scene } from '@scenedock/ui-kit';

export const PAGE_SIZES = [50, 100, 200] as const;

export type CartColumn = 'dataname' | 'scenedate' | 'cloud' | 'datasize';

/** How the cart is looked at; null: as the scenes came in, last first. */
export type CartView = {
  text: string;
  sort: { by: CartColumn; down: boolean } | null;
  /** From 1. */
  page: number;
  size: number;
};

const COLUMNS: readonly CartColumn[] = ['dataname', 'scenedate', 'cloud', 'datasize'];

/** Reads the view from an address: `text`, `sort` (with a minus for downwards), `page`, `size`. */
export function readView(params: URLSearchParams): CartView {
  const sort = params.get('sort') ?? '';
  const by = COLUMNS.find((column) => column === sort.replace(/^-/, ''));
  return {
    text: params.get('text') ?? '',
    sort: by === undefined ? null : { by, down: sort.startsWith('-') },
    page: Math.max(1, Math.trunc(Number(params.get('page')) || 1)),
    size: PAGE_SIZES.find((one) => String(one) === params.get('size')) ?? PAGE_SIZES[0],
  };
}

/** Scenes whose name, id, satellite or sensor holds the text; the latter two as they are kept or as they are called. */
export function matching(
  scenes: readonly Scene[],
  text: string,
  instruments: InstrumentNames,
): readonly Scene[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return scenes;
  return scenes.filter((scene) =>
    [
      scene.dataname,
      scene.dataid,
      scene.satelite,
      scene.sensor,
      instruments.instrument(scene.satelite, scene.sensor),
    ].some((one) => one?.toLowerCase().includes(needle)),
  );
}

type Key = string | number | null;

const keyOf = (scene: Scene, by: CartColumn): Key => {
  const value = scene[by];
  // A scene that is only in the catalogue has no size yet.
  return by === 'datasize' && value === 0 ? null : value;
};

function compare(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** In the order of a column; what has no value comes last either way. */
export function ordered(scenes: readonly Scene[], sort: CartView['sort']): readonly Scene[] {
  if (sort === null) return scenes;
  const sign = sort.down ? -1 : 1;
  return [...scenes].sort((one, other) => {
    const [a, b] = [keyOf(one, sort.by), keyOf(other, sort.by)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

/** How many scenes bear each name. */
export function countNames(scenes: readonly Scene[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { dataname } of scenes) counts.set(dataname, (counts.get(dataname) ?? 0) + 1);
  return counts;
}

/** The names of a text, one on each line. */
export function namesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}
