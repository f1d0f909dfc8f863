import { lazy, Suspense } from 'react';
import type { AreaChoice } from '../area/areaChoice';

export type MapToolbarProps = {
  area: AreaChoice | null;
  onArea: (area: AreaChoice | null) => void;
  /** The catalogue nodes that the search is about. */
  nodeIds: number[];
  onOpen: (dataId: string) => void;
};

const Tools = lazy(() => import('./Tools'));

/**
 * The tools over the map: where to search, what to measure, what stands at a point. A child of a map view; like the map
 * they come in a chunk of their own.
 */
export function MapToolbar(props: MapToolbarProps) {
  return (
    <Suspense fallback={null}>
      <Tools {...props} />
    </Suspense>
  );
}
