import type { CatalogKind } from '@scenedock/ui-kit';
import type { AreaChoice } from '../area/areaChoice';

/** Parts of a search that a look at a point takes over. */
export type SearchedAbout = {
  kind: CatalogKind | null;
  from: string | null;
  to: string | null;
};

export type MapToolbarProps = {
  area: AreaChoice | null;
  onArea: (area: AreaChoice | null) => void;
  /** The catalogue nodes that the search is about. */
  nodeIds: number[];
  /** What the search is about otherwise: its kind of data, and since and until when (days in Beijing). */
  about: SearchedAbout;
  onOpen: (dataId: string) => void;
};
