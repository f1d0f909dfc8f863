import {
  Cartesian3,
  Color,
  Material,
  type PointPrimitiveCollection,
  type PolylineCollection,
} from '@cesium/engine';
import { tokens } from '@scenedock/ui-kit/tokens';
import type Feature from 'ol/Feature';
import type { Geometry } from 'ol/geom';
import LineString from 'ol/geom/LineString';
import MultiLineString from 'ol/geom/MultiLineString';
import MultiPoint from 'ol/geom/MultiPoint';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import type BaseLayer from 'ol/layer/Base';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import { unByKey } from 'ol/Observable';
import Circle from 'ol/style/Circle';
import Style from 'ol/style/Style';
import { SCRATCH } from '../map/createMap';
import { AREA_DASH } from '../map/styles';
import { dashes } from './dashes';
import { FLOAT_M, followSurface } from './followSurface';

export type Drawn = { lines: PolylineCollection; points: PointPrimitiveCollection };

/** A line or a point as its style draws it. */
export type Mark =
  | { kind: 'line'; path: number[][]; color: string; width: number; dashed: boolean }
  | { kind: 'point'; at: number[]; radius: number; fill: string; edge: string };

function linesOf(geometry: Geometry): number[][][] {
  if (geometry instanceof LineString) return [geometry.getCoordinates()];
  if (geometry instanceof MultiLineString || geometry instanceof Polygon) {
    return geometry.getCoordinates();
  }
  return geometry instanceof MultiPolygon ? geometry.getCoordinates().flat() : [];
}

function pointsOf(geometry: Geometry): number[][] {
  if (geometry instanceof Point) return [geometry.getCoordinates()];
  return geometry instanceof MultiPoint ? geometry.getCoordinates() : [];
}

const text = (color: unknown, other: string) => (typeof color === 'string' ? color : other);

function marksOfStyle(feature: Feature, style: Style): Mark[] {
  const geometry = style.getGeometryFunction()(feature) as Geometry | undefined;
  if (geometry === undefined) return [];
  const stroke = style.getStroke();
  const lines = stroke === null ? [] : linesOf(geometry);
  const image = style.getImage();
  const points = image instanceof Circle ? pointsOf(geometry) : [];
  return [
    ...lines.map(
      (path): Mark => ({
        kind: 'line',
        path,
        color: text(stroke?.getColor(), tokens.map.area),
        width: stroke?.getWidth() ?? 2,
        dashed: (stroke?.getLineDash() ?? []).length > 0,
      }),
    ),
    ...points.map(
      (at): Mark => ({
        kind: 'point',
        at,
        radius: image instanceof Circle ? image.getRadius() : 4,
        fill: text(image instanceof Circle ? image.getFill()?.getColor() : null, tokens.map.white),
        edge: text(image instanceof Circle ? image.getStroke()?.getColor() : null, tokens.map.area),
      }),
    ),
  ];
}

const isScratch = (layer: BaseLayer): layer is VectorLayer =>
  layer instanceof VectorLayer && layer.get('name') === SCRATCH;

const scratchOf = (map: OlMap) => map.getLayers().getArray().filter(isScratch);

/** What tools have drawn on the map, lines and points by themselves; fills are left out. */
export function marksOf(map: OlMap): Mark[] {
  const resolution = map.getView().getResolution() ?? 1;
  return scratchOf(map).flatMap((layer) => {
    const styleOf = layer.getStyleFunction();
    if (!layer.getVisible() || styleOf === undefined) return [];
    const features: Feature[] = layer.getSource()?.getFeatures() ?? [];
    return features.flatMap((feature) => {
      const styled = styleOf(feature, resolution) ?? [];
      return [styled]
        .flat()
        .flatMap((one) => (one instanceof Style ? marksOfStyle(feature, one) : []));
    });
  });
}

/** Puts marks on the globe in place of those before; `resolution` in degrees per pixel. */
export function drawMarks(
  { lines, points }: Drawn,
  marks: readonly Mark[],
  resolution: number,
): void {
  lines.removeAll();
  points.removeAll();
  for (const mark of marks) {
    if (mark.kind === 'point') {
      const [lon = 0, lat = 0] = mark.at;
      points.add({
        position: Cartesian3.fromDegrees(lon, lat, FLOAT_M),
        pixelSize: mark.radius * 2,
        color: Color.fromCssColorString(mark.fill),
        outlineColor: Color.fromCssColorString(mark.edge),
        outlineWidth: 2,
      });
      continue;
    }
    const color = Color.fromCssColorString(mark.color);
    const [dash, gap] = AREA_DASH.map((pixels) => pixels * resolution) as [number, number];
    for (const piece of mark.dashed ? dashes(mark.path, dash, gap) : [mark.path]) {
      const positions = Cartesian3.fromDegreesArrayHeights(followSurface(piece));
      if (positions.length < 2) continue;
      lines.add({
        positions,
        width: mark.width,
        material: Material.fromType('Color', { color }),
      });
    }
  }
}

/** Calls whenever a tool has drawn something, or what it drew has gone; the answer ends it. */
export function onScratch(map: OlMap, changed: () => void): () => void {
  const layers = map.getLayers();
  let keys = scratchOf(map).map((layer) => layer.on('change', changed));
  const follow = () => {
    unByKey(keys);
    keys = scratchOf(map).map((layer) => layer.on('change', changed));
    changed();
  };
  layers.on('add', follow);
  layers.on('remove', follow);
  const group = map.getLayerGroup();
  // Hiding a layer is told by its group alone.
  group.on('change', changed);
  return () => {
    unByKey(keys);
    layers.un('add', follow);
    layers.un('remove', follow);
    group.un('change', changed);
  };
}
