import { expect, it } from 'vitest';
import { readConditions, searchOf, writeConditions } from './sceneConditions';

const read = (query: string) => readConditions(new URLSearchParams(query));

it('comes back from the address as it was written', () => {
  const query =
    'nodes=3%2C7&satellites=GF1%2CZY3&from=2024-01-01&to=2024-12-31&cloud=20&unknownCloud=1&q=PMS&online=1&region=110000';
  const written = writeConditions(new URLSearchParams('format=csv&q=old&area=x'), read(query));
  expect(readConditions(written)).toEqual(read(query));
  // What else the address says stays.
  expect(written.get('format')).toBe('csv');
  expect(written.has('area')).toBe(false);
});

it('asks for what narrows alone', () => {
  expect(searchOf(read(''))).toEqual({});
  expect(searchOf(read('cloud=101&from=yesterday&nodes=x&q=%20&online=no&unknownCloud=1'))).toEqual(
    {},
  );
  expect(searchOf(read('satellites=GF1&cloud=0&unknownCloud=1&area=abc&nodes=7'))).toEqual({
    satellites: ['GF1'],
    cloudMax: 0,
    unknownCloud: 'include',
    areaId: 'abc',
    nodeIds: [7],
  });
});
