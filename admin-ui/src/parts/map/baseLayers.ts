import type { MapConfig } from '@scenedock/ui-kit';
import {
  type Drawing,
  firstPicture,
  packagedLayers,
} from '@scenedock/ui-kit/basemap/packagedLayers';
import type BaseLayer from 'ol/layer/Base';

/** Names stand above everything else. */
const NAMES_Z = 60;

/** The base map of the portal, or what an operator put in its place: ground with a rough picture below, and names. */
export function baseLayers({ url, raster }: MapConfig['basemap'], english: boolean): BaseLayer[] {
  const drawing: Drawing = { url, raster, english };
  const ground = packagedLayers(raster ? 'land' : 'relief', drawing, 'relief');
  const names = packagedLayers('names', drawing, 'relief');
  for (const layer of names) layer.setZIndex(NAMES_Z);
  return [...ground, ...names];
}

/** What is seen until those are drawn. */
export const standIn = firstPicture;
