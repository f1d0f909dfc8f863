import { describe, expect, it } from 'vitest';
import { geojsonFile, wktFile } from './footprintFile';

const scene = (wktresponse: string | null) => ({ dataid: 'S2', dataname: '景', wktresponse });
const SQUARE = 'POLYGON ((0 0,1 0,1 1,0 0))';

describe('the footprint as a file', () => {
  it('is the catalogue’s own WKT', () => {
    expect(wktFile(scene(SQUARE))).toEqual({
      name: 'S2.wkt',
      type: 'text/plain',
      text: `${SQUARE}\n`,
    });
  });

  it('is a GeoJSON feature', () => {
    const file = geojsonFile(scene(SQUARE));
    expect(file?.name).toBe('S2.geojson');
    expect(JSON.parse(file?.text ?? '')).toEqual({
      type: 'Feature',
      id: 'S2',
      properties: { dataid: 'S2', dataname: '景' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    });
    const two = geojsonFile(scene('MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))'));
    expect(JSON.parse(two?.text ?? '').geometry.type).toBe('MultiPolygon');
  });

  it('is not there where the catalogue has none', () => {
    expect(wktFile(scene(null))).toBeNull();
    expect(geojsonFile(scene(null))).toBeNull();
    expect(geojsonFile(scene('nonsense'))).toBeNull();
  });
});
