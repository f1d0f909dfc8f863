import { expect, it } from 'vitest';
import { SHADES } from '../parts/map/shades';
import { regionClasses, shadeOf } from './regionClasses';

it('has classes of round numbers, whatever the largest is', () => {
  const words = (most: number) => regionClasses(most).map((one) => one.words);
  expect(words(0)).toEqual([]);
  expect(words(1)).toEqual(['≥1']);
  expect(words(3)).toEqual(['1', '2', '≥3']);
  expect(words(12)).toEqual(['1', '2–4', '5–9', '≥10']);
  expect(words(1234)).toEqual(['1–49', '50–99', '100–199', '200–499', '500–999', '≥1000']);
});

it('puts every number into one class, and draws larger ones darker', () => {
  for (const most of [1, 2, 6, 7, 9, 10, 99, 1000, 4999, 5000]) {
    const classes = regionClasses(most);
    expect(classes.length).toBeLessThanOrEqual(SHADES);
    const shades = Array.from({ length: most }, (_, n) => shadeOf(classes, n + 1));
    expect(shades.every((shade) => shade >= 0)).toBe(true);
    expect(shades).toEqual([...shades].sort((one, other) => one - other));
    expect(new Set(shades).size).toBe(classes.length);
  }
  expect(shadeOf(regionClasses(5), 0)).toBe(-1);
});
