import { expect, it } from 'vitest';
import { CONFIG } from '../../test/portal';
import { offersLegend } from './toolList';

it('offers the legend only where the tool list has it', () => {
  expect(offersLegend({ ...CONFIG.map, tools: ['legend'] })).toBe(true);
  expect(offersLegend({ ...CONFIG.map, tools: [] })).toBe(false);
});
