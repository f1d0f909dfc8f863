import { expect, it } from 'vitest';
import { readGeometry } from '../../map/features';
import { gapOutline } from './gapOutline';

const outline = (wkt: string) => {
  const geometry = readGeometry(wkt);
  if (geometry === null) throw new Error(wkt);
  return gapOutline(geometry).getCoordinates();
};

it('has no line where two pieces of a gap meet', () => {
  const lines = outline('MULTIPOLYGON(((0 0,1 0,1 2,0.5 3,0 0)),((1 0,2 0,1.5 3,1 2,1 0)))');
  expect(lines).toEqual([
    [
      [1, 2],
      [0.5, 3],
      [0, 0],
    ],
    [
      [2, 0],
      [1.5, 3],
      [1, 2],
    ],
  ]);
});

it('of one piece is that of the piece', () => {
  expect(outline('POLYGON((0 0,2 1,1 3,0 0))')).toHaveLength(1);
});
