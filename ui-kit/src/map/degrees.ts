import { addEquivalentProjections, addProjection, get as projectionOf } from 'ol/proj';
import Projection from 'ol/proj/Projection';

/** China Geodetic Coordinate System 2000: its degrees differ from those of WGS 84 by centimetres. */
const CGCS2000 = 'EPSG:4490';

/** Teaches the map library CGCS2000, once. */
export function knowCgcs2000(): void {
  const wgs84 = projectionOf('EPSG:4326');
  if (wgs84 === null || projectionOf(CGCS2000) !== null) return;
  const same = new Projection({
    code: CGCS2000,
    units: 'degrees',
    axisOrientation: 'neu',
    extent: [-180, -90, 180, 90],
    worldExtent: [-180, -90, 180, 90],
    metersPerUnit: wgs84.getMetersPerUnit() ?? 111_319.49,
    global: true,
  });
  addProjection(same);
  addEquivalentProjections([wgs84, same]);
}

const DEGREES = [/4326|4490/, /crs:?84/i, /wgs_?-?(19)?84/i, /cgcs2000/i, /geodetic/i, /^c$/i];
const METRES = /mercator|3857|900913/i;

/** Whether the name of a coordinate system or of a matrix set stands for degrees, not for metres. */
export const isDegrees = (name: string): boolean =>
  !METRES.test(name) && DEGREES.some((one) => one.test(name));

/** What a WMS is asked in: what its address names, if the map knows it, else plain degrees. */
export function wmsProjectionOf(named: string | undefined): string {
  const code = named?.toUpperCase() ?? '';
  return code !== '' && projectionOf(code) !== null ? code : 'EPSG:4326';
}
