import { asArray } from 'ol/color';

/**
 * What has been drawn, with a colour where nothing is. The graphics card mixes that colour into the edges of what is
 * drawn: without one it is black, and lines look thick and dark.
 */
export function edged(context: CanvasRenderingContext2D, color: string): ImageData {
  const { width, height } = context.canvas;
  const picture = context.getImageData(0, 0, width, height);
  const [red = 0, green = 0, blue = 0] = asArray(color);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 0) continue;
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
  return picture;
}
