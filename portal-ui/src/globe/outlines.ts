import { Cartesian3, Color, Material, type PolylineCollection } from '@cesium/engine';
import type Feature from 'ol/Feature';
import type { Geometry } from 'ol/geom';
import LineString from 'ol/geom/LineString';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Polygon from 'ol/geom/Polygon';
import type VectorSource from 'ol/source/Vector';
import type { Marks, Shared } from '../map/createMap';
import { AREA_DASH, COLOURS } from '../map/styles';
import { dashes } from './dashes';
import { followSurface } from './followSurface';

/** The rings of an area without the corners that nobody sees at a resolution in degrees per pixel. */
function ringsOf(geometry: Geometry | undefined, resolution: number): number[][][] {
  const polygons = geometry instanceof MultiPolygon ? geometry.getCoordinates() : [];
  const rings = geometry instanceof Polygon ? geometry.getCoordinates() : polygons.flat();
  // A simplified polygon of OpenLayers has its corners on a grid, which dashes would show as steps.
  const lines = rings.map((ring) => new LineString(ring).simplify(resolution / 2));
  return lines.map((line) => (line as LineString).getCoordinates());
}

/** The globe has no swipe bar. */
type Kind = Exclude<keyof typeof COLOURS, 'right' | 'rightOnDark'>;

const COLOR: Record<Kind, Color> = {
  footprint: Color.fromCssColorString(COLOURS.footprint.edge),
  onDark: Color.fromCssColorString(COLOURS.onDark.edge),
  hover: Color.fromCssColorString(COLOURS.hover.edge),
  selected: Color.fromCssColorString(COLOURS.selected.edge),
  area: Color.fromCssColorString(COLOURS.area.edge),
};

export type OutlineLook = {
  marks: Marks;
  /** Whether the searched area is shown. */
  area: boolean;
  onDark: boolean;
  /** Degrees for a pixel of the picture. */
  resolution: number;
};

/** Draws the footprints with a row, the marked ones of very many, and the searched area. */
export function drawOutlines(
  lines: PolylineCollection,
  shared: Shared,
  { marks, area, onDark, resolution }: OutlineLook,
): void {
  lines.removeAll();
  const [dash, gap] = AREA_DASH.map((pixels) => pixels * resolution) as [number, number];
  const line = (kind: Kind, path: readonly number[][]) => {
    if (path.length < 2) return;
    lines.add({
      positions: Cartesian3.fromDegreesArrayHeights(followSurface(path)),
      width: COLOURS[kind].width,
      material: Material.fromType('Color', { color: COLOR[kind] }),
    });
  };
  const add = (source: VectorSource, kindOf: (feature: Feature) => Kind) => {
    for (const feature of source.getFeatures()) {
      const kind = kindOf(feature);
      for (const ring of ringsOf(feature.getGeometry(), resolution)) {
        const pieces = kind === 'area' ? dashes(ring, dash, gap) : [ring];
        for (const piece of pieces) line(kind, piece);
      }
    }
  };
  const marked = (feature: Feature) => {
    if (feature.getId() === marks.hovered) return 'hover';
    if (feature.getId() === marks.selected) return 'selected';
    return onDark ? 'onDark' : 'footprint';
  };
  if (area) add(shared.area, () => 'area');
  add(shared.footprints, marked);
  add(shared.lit, marked);
}
