import Feature from 'ol/Feature';
import GeoJSON from 'ol/format/GeoJSON';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Polygon from 'ol/geom/Polygon';
import type VectorSource from 'ol/source/Vector';

type Ring = number[][];

/** A map that is dragged to its edge shows the world once more on each side. */
const EVERYTHING: Ring = [
  [-540, -90],
  [540, -90],
  [540, 90],
  [-540, 90],
  [-540, -90],
];

/** Everything but these polygons: their outer rings are holes in it, what they leave out is filled by itself. */
export function maskAround(polygons: readonly Ring[][]): Ring[][] {
  const outer = polygons.flatMap(([ring]) => (ring === undefined ? [] : [ring]));
  const inner = polygons.flatMap(([, ...holes]) => holes.map((hole) => [hole]));
  return [[EVERYTHING, ...outer], ...inner];
}

/** The polygons of a GeoJSON document in longitude and latitude. */
export function polygonsIn(document: unknown): Ring[][] {
  return new GeoJSON().readFeatures(document).flatMap((feature): Ring[][] => {
    const geometry = feature.getGeometry();
    if (geometry instanceof Polygon) return [geometry.getCoordinates()];
    return geometry instanceof MultiPolygon ? geometry.getCoordinates() : [];
  });
}

/** Fetches the areas that stay bright and puts what lies around them into a source; none leave it empty. */
export async function loadMask(url: string, into: VectorSource, signal: AbortSignal) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const polygons = polygonsIn(await answer.json());
  if (signal.aborted || polygons.length === 0) return;
  into.addFeature(new Feature(new MultiPolygon(maskAround(polygons))));
}
