import { expect, it } from 'vitest';
import { offersLegend } from './toolList';

const CONFIG = { vector: null, imagery: null, terrain: null, layers: [], extent: null };

it('offers the legend only where the tool list has it', () => {
  expect(offersLegend({ ...CONFIG, tools: ['legend'] })).toBe(true);
  expect(offersLegend({ ...CONFIG, tools: [] })).toBe(false);
});

it('offers the legend where there is no tool list', () => {
  expect(offersLegend(CONFIG)).toBe(true);
});
