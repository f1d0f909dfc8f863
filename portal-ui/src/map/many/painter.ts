import type { Frame } from './frame';
import type { Packed } from './packed';
import { blankCanvas, paint } from './paint';
import type { PaintRequest } from './paintRequest';

/** Draws pictures, one at a time, without holding up the page where the browser can. */
export type Painter = {
  paint: (frame: Frame) => Promise<ImageBitmap>;
  dispose: () => void;
};

/** A painter of these footprints: a worker, or the page itself in browsers that cannot draw in one. */
export function createPainter(packed: Packed, edge?: string): Painter {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    return { paint: (frame) => createImageBitmap(picture(packed, frame, edge)), dispose: () => {} };
  }
  const worker = new Worker(new URL('./paintWorker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ packed, edge } satisfies PaintRequest);
  return {
    paint: (frame) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<ImageBitmap>) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage({ frame } satisfies PaintRequest);
      }),
    dispose: () => worker.terminate(),
  };
}

function picture(packed: Packed, frame: Frame, edge?: string): HTMLCanvasElement | OffscreenCanvas {
  const { canvas, context } = blankCanvas(frame.width, frame.height);
  paint(context, packed, frame, edge === undefined ? {} : { edge });
  return canvas;
}
