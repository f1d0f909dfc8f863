import { tokens } from '@scenedock/ui-kit/tokens';
import Geometry from 'ol/geom/Geometry';
import LineString from 'ol/geom/LineString';
import MultiPoint from 'ol/geom/MultiPoint';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import Circle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';

/** Over everything that was found. */
export const QUERY_Z = 36;

export const COLORS = tokens.map;

/** A white disc with a coloured edge. */
export const dot = (color: string, radius = 5) =>
  new Circle({
    radius,
    fill: new Fill({ color: tokens.map.white }),
    stroke: new Stroke({ color, width: 2.5 }),
  });

/** Edge and ground of what a tool draws. */
export function look(color: string, fill: string, dash?: number[]): Style {
  return new Style({
    fill: new Fill({ color: fill }),
    stroke: new Stroke({ color, width: 2.2, ...(dash ? { lineDash: dash } : {}) }),
    image: dot(color),
  });
}

export const SKETCH = look(COLORS.area, COLORS.areaSketch, [8, 5]);
export const MARK = look(COLORS.area, COLORS.areaSoft);
export const UPLOADED = look(COLORS.upload, COLORS.uploadFill);
export const CHECKED = look(COLORS.checked, COLORS.checkedFill);
export const QUERIED = new Style({ image: dot(COLORS.query, 6) });

function corners(geometry: Geometry): number[][] {
  if (geometry instanceof Polygon) return geometry.getCoordinates().flat();
  if (geometry instanceof MultiPolygon) return geometry.getCoordinates().flat(2);
  return geometry instanceof LineString ? geometry.getCoordinates() : [];
}

/** So many corners that large dots would run into each other. */
const MANY = 100;

const corner = (radius: number, isVisible: (count: number) => boolean) =>
  new Style({
    image: dot(COLORS.area, radius),
    geometry: (feature) => {
      const geometry = feature.getGeometry();
      if (!(geometry instanceof Geometry)) return undefined;
      const all = corners(geometry);
      return isVisible(all.length) ? new MultiPoint(all) : undefined;
    },
  });

/** An area whose vertices can be taken hold of. */
export const EDITED: Style[] = [
  look(COLORS.area, COLORS.areaSketch),
  corner(5, (count) => count <= MANY),
  corner(2.5, (count) => count > MANY),
];

export const pointOf = ([lon, lat]: readonly [number, number]) => new Point([lon, lat]);
