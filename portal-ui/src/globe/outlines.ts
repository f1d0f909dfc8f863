import { Cartesian3, Color, Material, type PolylineCollection } from '@cesium/engine';
import type Feature from 'ol/Feature';
import type { Geometry } from 'ol/geom';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Polygon from 'ol/geom/Polygon';
import type VectorSource from 'ol/source/Vector';
import type { Marks, Shared } from '../map/createMap';
import { COLOURS } from '../map/styles';
import { followSurface } from './followSurface';

function ringsOf(geometry: Geometry | undefined): number[][][] {
  if (geometry instanceof Polygon) return geometry.getCoordinates();
  return geometry instanceof MultiPolygon ? geometry.getCoordinates().flat() : [];
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

function materialOf(kind: Kind): Material {
  const color = COLOR[kind];
  if (kind !== 'area') return Material.fromType('Color', { color });
  return Material.fromType('PolylineDash', { color, dashLength: 14 });
}

/** Draws the footprints with a row, the marked ones of very many, and the searched area. */
export function drawOutlines(
  lines: PolylineCollection,
  shared: Shared,
  marks: Marks & { area: boolean },
  onDark: boolean,
): void {
  lines.removeAll();
  const add = (source: VectorSource, kindOf: (feature: Feature) => Kind) => {
    for (const feature of source.getFeatures()) {
      const kind = kindOf(feature);
      for (const ring of ringsOf(feature.getGeometry())) {
        lines.add({
          positions: Cartesian3.fromDegreesArrayHeights(followSurface(ring)),
          width: COLOURS[kind].width + 0.5,
          material: materialOf(kind),
        });
      }
    }
  };
  const marked = (feature: Feature) => {
    if (feature.getId() === marks.hovered) return 'hover';
    if (feature.getId() === marks.selected) return 'selected';
    return onDark ? 'onDark' : 'footprint';
  };
  if (marks.area) add(shared.area, () => 'area');
  add(shared.footprints, marked);
  add(shared.lit, marked);
}
