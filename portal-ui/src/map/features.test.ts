import VectorSource from 'ol/source/Vector';
import { expect, it } from 'vitest';
import { createShared } from './createMap';
import { footprintAt, showFootprints } from './features';

const CUT =
  'MULTIPOLYGON(((178 50,180 50,180 52,178 52,178 50)),((-180 50,-179 50,-179 52,-180 52,-180 50)))';

it('finds a footprint across longitude 180 from either side', () => {
  const source = new VectorSource();
  showFootprints(source, [{ id: 'a', wkt: CUT }]);
  for (const lon of [179, 180.5, -179.5, -181]) {
    expect(footprintAt(source, [lon, 51])).toBe('a');
  }
  expect(footprintAt(source, [0, 51])).toBeNull();
});

it('goes on with footprints and areas beyond longitude 180', () => {
  const { footprints, area, mask, lit } = createShared({ centre: null, zoom: null }, 14);
  expect([footprints, area, mask, lit].map((source) => source.getWrapX())).toEqual(
    Array(4).fill(true),
  );
});
