import { lazy, Suspense } from 'react';
import type { MapToolbarProps } from './toolbarProps';

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
