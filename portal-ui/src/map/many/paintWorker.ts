import type { Packed } from './packed';
import { blankCanvas, paint } from './paint';
import type { PaintRequest } from './paintRequest';

let packed: Packed | null = null;
let edge: string | undefined;

self.onmessage = ({ data }: MessageEvent<PaintRequest>) => {
  if ('packed' in data) {
    packed = data.packed;
    edge = data.edge;
    return;
  }
  const { canvas, context } = blankCanvas(data.frame.width, data.frame.height);
  if (packed !== null) paint(context, packed, data.frame, edge === undefined ? {} : { edge });
  if (!(canvas instanceof OffscreenCanvas)) throw new Error('a worker draws off the screen');
  const picture = canvas.transferToImageBitmap();
  postMessage(picture, { transfer: [picture] });
};
