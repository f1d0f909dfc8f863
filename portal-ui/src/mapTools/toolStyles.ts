import Geometry from 'ol/geom/Geometry';
import LineString from 'ol/geom/LineString';
import MultiPoint from 'ol/geom/MultiPoint';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import Circle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleFunction } from 'ol/style/Style';
import { densified } from '../geo/geodesic';
import type { Position } from '../geo/wkt';

/** Over everything that was found. */
export const QUERY_Z = 36;

export const COLORS = {
  area: '#c22f23',
  measure: '#5b3fa8',
  upload: '#a85f00',
  checked: '#8a1c6b',
  query: '#0b4a6f',
} as const;

const dot = (color: string, radius = 5) =>
  new Circle({
    radius,
    fill: new Fill({ color: '#ffffff' }),
    stroke: new Stroke({ color, width: 2.5 }),
  });

function look(color: string, fill: string, dash?: number[]): Style {
  return new Style({
    fill: new Fill({ color: fill }),
    stroke: new Stroke({ color, width: 2.2, ...(dash ? { lineDash: dash } : {}) }),
    image: dot(color),
  });
}

export const SKETCH = look(COLORS.area, 'rgba(194,47,35,.08)', [8, 5]);
export const MARK = look(COLORS.area, 'rgba(194,47,35,.05)');
export const UPLOADED = look(COLORS.upload, 'rgba(168,95,0,.08)');
export const CHECKED = look(COLORS.checked, 'rgba(138,28,107,.16)');
export const QUERIED = new Style({ image: dot(COLORS.query, 6) });

function corners(geometry: Geometry): number[][] {
  if (geometry instanceof Polygon) return geometry.getCoordinates().flat();
  if (geometry instanceof MultiPolygon) return geometry.getCoordinates().flat(2);
  return geometry instanceof LineString ? geometry.getCoordinates() : [];
}

/** So many corners that large dots would run into each other. */
const MANY = 100;

const corner = (radius: number, shown: (count: number) => boolean) =>
  new Style({
    image: dot(COLORS.area, radius),
    geometry: (feature) => {
      const geometry = feature.getGeometry();
      if (!(geometry instanceof Geometry)) return undefined;
      const all = corners(geometry);
      return shown(all.length) ? new MultiPoint(all) : undefined;
    },
  });

/** An area whose vertices can be taken hold of. */
export const EDITED: Style[] = [
  look(COLORS.area, 'rgba(194,47,35,.08)'),
  corner(5, (count) => count <= MANY),
  corner(2.5, (count) => count > MANY),
];

const plain = (line: number[][]) => line.map(([x = 0, y = 0]): Position => [x, y]);
const dense = (line: number[][]) => densified(plain(line)).map(([x, y]) => [x, y]);

const MEASURED = look(COLORS.measure, 'rgba(91,63,168,.10)');

/** A measured line or area, drawn along the geodesics that were measured. */
export const measured: StyleFunction = (feature) => {
  const geometry = feature.getGeometry();
  const style = MEASURED.clone();
  if (geometry instanceof LineString) {
    style.setGeometry(new LineString(dense(geometry.getCoordinates())));
    return [style, ...ends(geometry.getCoordinates())];
  }
  if (geometry instanceof Polygon) {
    style.setGeometry(new Polygon(geometry.getCoordinates().map(dense)));
    return style;
  }
  return style;
};

function ends(line: number[][]): Style[] {
  const style = new Style({ image: dot(COLORS.measure, 4), geometry: new MultiPoint(line) });
  return line.length === 0 ? [] : [style];
}

export const pointOf = ([lon, lat]: readonly [number, number]) => new Point([lon, lat]);
