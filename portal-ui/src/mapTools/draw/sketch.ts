import type { Position, Shape } from '../../geo/wkt';

export type DrawKind = 'Point' | 'LineString' | 'Box' | 'Polygon';

/** What has been drawn so far: its fixed points, and the one that follows the pointer last. */
export type Sketch = { points: Position[]; at: Position } | null;

/** Whether the fixed points make a shape already. */
export function isEnough(kind: DrawKind, sketch: Sketch): boolean {
  const fixed = (sketch?.points.length ?? 0) - 1;
  return kind === 'LineString' ? fixed >= 2 : kind === 'Polygon' && fixed >= 3;
}

export type DrawHooks = {
  onSketch: (sketch: Sketch) => void;
  onDone: (shape: Shape) => void;
  onCancel: () => void;
};
