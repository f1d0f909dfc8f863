import { describe, expect, it } from 'vitest';
import { FIT, LARGEST, panBy, zoomAt } from './viewerState';

describe('the viewer of a picture', () => {
  it('keeps the point under the pointer when it zooms', () => {
    const near = zoomAt(FIT, 2, 100, -50);
    expect(near).toEqual({ scale: 2, x: -100, y: 50 });
    // The picture's own point that lay at (100, -50) still lies there.
    expect(near.x + 100 * near.scale).toBe(100);
    expect(zoomAt(near, 0.5, 30, 30)).toEqual(FIT);
  });

  it('goes no nearer than sixteen times and no farther than the whole', () => {
    expect(zoomAt(FIT, 1000).scale).toBe(LARGEST);
    expect(zoomAt({ scale: 2, x: 9, y: 9 }, 0.001)).toEqual(FIT);
  });

  it('cannot be pushed out of sight', () => {
    expect(panBy({ scale: 2, x: 0, y: 0 }, 9000, -9000, 400, 300)).toEqual({
      scale: 2,
      x: 400,
      y: -300,
    });
    expect(panBy(FIT, 10, 10, 400, 300)).toEqual(FIT);
  });
});
