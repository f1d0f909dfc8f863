import { Loading } from '@scenedock/ui-kit';
import { FIRST_URL } from '@scenedock/ui-kit/basemap/folder';
import { lazy, Suspense } from 'react';
import { preload } from 'react-dom';
import type { MapViewProps } from './MapView';

const MapView = lazy(() => import('./MapView'));

/** The map in its own chunk, so that lists and forms do not wait for it. */
export function LazyMap(props: MapViewProps) {
  preload(FIRST_URL, { as: 'image' });
  return (
    <Suspense fallback={<Loading />}>
      <MapView {...props} />
    </Suspense>
  );
}
