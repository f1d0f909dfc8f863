import type RenderFeature from 'ol/render/Feature';
import Style, { type StyleFunction } from 'ol/style/Style';

type Painted = { feature: RenderFeature; style: Style };

const oneOf = (styled: ReturnType<StyleFunction>): Style | null =>
  styled instanceof Style ? styled : null;

function trace(context: CanvasRenderingContext2D, feature: RenderFeature): void {
  const flat = feature.getFlatCoordinates();
  const closed = feature.getType().endsWith('Polygon');
  let from = 0;
  context.beginPath();
  for (const end of feature.getEnds() ?? [flat.length]) {
    for (let at = from; at < end; at += 2) {
      const [x = 0, y = 0] = [flat[at], flat[at + 1]];
      if (at === from) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (closed) context.closePath();
    from = end;
  }
}

/**
 * Draws the features of a tile as the flat map does, in the order of their styles; coordinates are those of the
 * context, and lines are `thickness` times as wide as their styles say.
 */
export function paintFeatures(
  context: CanvasRenderingContext2D,
  features: readonly RenderFeature[],
  styleOf: StyleFunction,
  resolution: number,
  thickness = 1,
): void {
  const painted = features.flatMap((feature): Painted[] => {
    const style = oneOf(styleOf(feature, resolution));
    return style === null ? [] : [{ feature, style }];
  });
  painted.sort((a, b) => (a.style.getZIndex() ?? 0) - (b.style.getZIndex() ?? 0));
  for (const { feature, style } of painted) {
    trace(context, feature);
    const fill = style.getFill()?.getColor();
    if (typeof fill === 'string') {
      context.fillStyle = fill;
      context.fill();
    }
    const stroke = style.getStroke();
    const color = stroke?.getColor();
    if (stroke === null || typeof color !== 'string') continue;
    context.strokeStyle = color;
    context.lineWidth = (stroke.getWidth() ?? 1) * thickness;
    context.setLineDash((stroke.getLineDash() ?? []).map((length) => length * thickness));
    context.stroke();
  }
}
