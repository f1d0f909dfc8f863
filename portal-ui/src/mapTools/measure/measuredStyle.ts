import LineString from 'ol/geom/LineString';
import MultiPoint from 'ol/geom/MultiPoint';
import Polygon from 'ol/geom/Polygon';
import Style, { type StyleFunction } from 'ol/style/Style';
import { densified } from '../../geo/geodesic';
import type { Position } from '../../geo/wkt';
import { COLORS, dot, look } from '../toolStyles';

const plain = (line: number[][]) => line.map(([x = 0, y = 0]): Position => [x, y]);
const dense = (line: number[][]) => densified(plain(line)).map(([x, y]) => [x, y]);

const MEASURED = look(COLORS.measure, COLORS.measureFill);

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
