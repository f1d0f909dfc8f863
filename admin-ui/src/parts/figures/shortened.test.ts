import { expect, it } from 'vitest';
import { shortened } from './shortened';

it.each([
  ['四川省地质调查院', 8, '四川省地质调查院'],
  ['新疆地矿局第一区域地质调查大队', 7, '新疆地矿局第一…'],
  ['Institute of Geology', 12, 'Institute of Geology'],
  ['Institute of Geology and Mineral Resources', 12, 'Institute of Geology…'],
])('%s takes the room of %d characters', (name, most, written) => {
  expect(shortened(name, most)).toBe(written);
});
