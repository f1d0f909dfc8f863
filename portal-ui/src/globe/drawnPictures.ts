import { BASEMAP } from '@scenedock/ui-kit/basemap/folder';
import type { PackagedPicture } from '@scenedock/ui-kit/basemap/relief';
import { type Bounds, DRAWN_PX, type Draw } from './providers';

const images = new Map<string, Promise<HTMLImageElement>>();

/** A packaged picture, fetched once. */
function imageOf(name: string): Promise<HTMLImageElement> {
  const known = images.get(name);
  if (known !== undefined) return known;
  const image = new Image();
  image.src = `${BASEMAP}/${name}.jpg`;
  const fetched = image.decode().then(() => image);
  images.set(name, fetched);
  return fetched;
}

/** What of a picture lies within bounds, stretched over a part of the context: x, y, width, height. */
export async function drawPicture(
  context: CanvasRenderingContext2D,
  { name, extent }: PackagedPicture,
  [west, south, east, north]: Bounds,
  [x, y, width, height]: readonly [number, number, number, number],
): Promise<void> {
  const [w, s, e, n] = extent;
  const [left, right] = [Math.max(w, west), Math.min(e, east)];
  const [bottom, top] = [Math.max(s, south), Math.min(n, north)];
  if (left >= right || bottom >= top) return;
  const image = await imageOf(name);
  const [inX, inY] = [image.naturalWidth / (e - w), image.naturalHeight / (n - s)];
  const [onX, onY] = [width / (east - west), height / (north - south)];
  context.drawImage(
    image,
    (left - w) * inX,
    (n - top) * inY,
    (right - left) * inX,
    (top - bottom) * inY,
    x + (left - west) * onX,
    y + (north - top) * onY,
    (right - left) * onX,
    (top - bottom) * onY,
  );
}

/** Pictures in longitude and latitude, each over those before it. */
export function drawPictures(pictures: readonly PackagedPicture[]): Draw {
  return async (context, bounds) => {
    for (const one of pictures) await drawPicture(context, one, bounds, [0, 0, DRAWN_PX, DRAWN_PX]);
  };
}
