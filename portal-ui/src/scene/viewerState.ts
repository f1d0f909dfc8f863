/** How a picture lies in its frame: scale 1 fits it in, `x` and `y` are pixels off the middle. */
export type View = { scale: number; x: number; y: number };

export const FIT: View = { scale: 1, x: 0, y: 0 };
export const LARGEST = 16;

/** Zooms by `factor` so that the point `x`, `y` (pixels off the middle of the frame) stays where it is. */
export function zoomAt(view: View, factor: number, x = 0, y = 0): View {
  const scale = Math.min(Math.max(view.scale * factor, 1), LARGEST);
  if (scale === 1) return FIT;
  const grown = scale / view.scale;
  return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown };
}

/** Moves the picture, but never wholly out of a frame of this size. */
export function panBy(view: View, dx: number, dy: number, width: number, height: number): View {
  const within = (value: number, size: number) => {
    const most = (size * view.scale) / 2;
    return Math.min(Math.max(value, -most), most);
  };
  if (view.scale === 1) return FIT;
  return { ...view, x: within(view.x + dx, width), y: within(view.y + dy, height) };
}
