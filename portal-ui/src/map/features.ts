import { everywhere, joined } from '@scenedock/ui-kit/antimeridian';
import { isEmpty } from 'ol/extent';
import Feature from 'ol/Feature';
import WKT from 'ol/format/WKT';
import type { Geometry } from 'ol/geom';
import type VectorSource from 'ol/source/Vector';

export type Footprint = { id: string; wkt: string };

const format = new WKT();

/** The geometry of a WKT text; null when it is empty or cannot be read. */
export function readGeometry(wkt: string): Geometry | null {
  try {
    const geometry = joined(format.readGeometry(wkt));
    return isEmpty(geometry.getExtent()) ? null : geometry;
  } catch {
    return null;
  }
}

export function showFootprints(source: VectorSource, footprints: readonly Footprint[]): void {
  source.clear(true);
  const features: Feature[] = [];
  for (const { id, wkt } of footprints) {
    const geometry = readGeometry(wkt);
    if (geometry === null) continue;
    const feature = new Feature(geometry);
    feature.setId(id);
    features.push(feature);
  }
  source.addFeatures(features);
}

/** The topmost footprint under a coordinate: the smallest one, so that none is out of reach. */
export function footprintAt(source: VectorSource, coordinate: number[]): string | null {
  let best: { id: string; size: number } | null = null;
  for (const feature of everywhere(coordinate).flatMap((at) =>
    source.getFeaturesAtCoordinate(at),
  )) {
    const [west = 0, south = 0, east = 0, north = 0] = feature.getGeometry()?.getExtent() ?? [];
    const size = (east - west) * (north - south);
    if (best === null || size < best.size) best = { id: String(feature.getId()), size };
  }
  return best?.id ?? null;
}
