import { expect, it } from 'vitest';
import { arrived, stepped, type ViewSteps } from './viewHistory';

const view = (lon: number, zoom = 5) => ({ center: [lon, 30], zoom });
const walked = [1, 2, 3].reduce((steps: ViewSteps, lon) => arrived(steps, view(lon)), {
  views: [],
  at: -1,
});

it('goes back and on, and stops at the ends', () => {
  const back = stepped(stepped(walked, -1), -1);
  expect(back.at).toBe(0);
  expect(stepped(back, -1)).toBe(back);
  expect(stepped(walked, 1)).toBe(walked);
  expect(stepped(back, 1).at).toBe(1);
});

it('forgets what lay ahead when the map goes elsewhere', () => {
  const elsewhere = arrived(stepped(walked, -1), view(9));
  expect(elsewhere.views.map(({ center }) => center[0])).toEqual([1, 2, 9]);
  expect(elsewhere.at).toBe(2);
});

it('takes the same view again for no step', () => {
  expect(arrived(walked, view(3 + 1e-9))).toBe(walked);
  expect(arrived(walked, view(3, 6)).at).toBe(3);
});
