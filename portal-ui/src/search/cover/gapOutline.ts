import type { Geometry } from 'ol/geom';
import MultiLineString from 'ol/geom/MultiLineString';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Polygon from 'ol/geom/Polygon';

/** The edges of a ring that run along no parallel and no meridian, as lines. */
function slanting(ring: number[][]): number[][][] {
  const lines: number[][][] = [];
  let line: number[][] = [];
  for (const [index, corner] of ring.entries()) {
    const before = ring[index - 1];
    const along = before === undefined || before[0] === corner[0] || before[1] === corner[1];
    if (along) {
      if (line.length > 1) lines.push(line);
      line = [corner];
    } else line.push(corner);
  }
  if (line.length > 1) lines.push(line);
  return lines;
}

/**
 * The outline of a gap. The gap comes in pieces that were cut along parallels and meridians; edges along these are left
 * out, so that no seam shows between two pieces.
 */
export function gapOutline(geometry: Geometry): MultiLineString {
  const polygons =
    geometry instanceof MultiPolygon
      ? geometry.getCoordinates()
      : geometry instanceof Polygon
        ? [geometry.getCoordinates()]
        : [];
  return new MultiLineString(polygons.flat().flatMap(slanting));
}
