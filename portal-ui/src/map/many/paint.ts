import { tokens } from '@scenedock/ui-kit/tokens';
import { CELL, type Density, density, shades } from './density';
import type { Frame } from './frame';
import type { Packed } from './packed';

export type PaintContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Above this part of the picture under outlines they run into one slab, and the density says more. */
const SLAB = 0.2;

const SHADES = shades();

const LINE_PX = 1.6;

/** Above this many, what fills them is left out: it takes longer than it shows. */
const FILLED = 2000;

/** One stroke for this many outlines: each alone costs more, all at once hold up everything else. */
const BATCH = 400;

/** The scenes that a frame shows, and how much of it their outlines would cover. */
export function inFrame(
  { boxes, count }: Packed,
  frame: Frame,
): { scenes: number[]; inked: number } {
  const { west, north, resolution, width, height, ratio } = frame;
  const east = west + width * resolution;
  const south = north - height * resolution;
  const scenes: number[] = [];
  let edge = 0;
  for (let scene = 0, at = 0; scene < count; scene++, at += 4) {
    const x0 = boxes[at] as number;
    const y0 = boxes[at + 1] as number;
    const x1 = boxes[at + 2] as number;
    const y1 = boxes[at + 3] as number;
    if (!(x1 >= west && x0 <= east && y1 >= south && y0 <= north)) continue;
    scenes.push(scene);
    const across = Math.min(x1, east) - Math.max(x0, west);
    const up = Math.min(y1, north) - Math.max(y0, south);
    edge += 2 * (across + up);
  }
  return { scenes, inked: ((edge / resolution) * ratio * LINE_PX) / (width * height) };
}

/** Coarser than this (degrees per pixel) the outlines of all scenes together would run into one slab. */
export function slabResolution({ boxes, count }: Packed): number {
  const all = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  let edge = 0;
  for (let at = 0; at < count * 4; at += 4) {
    const [west, south, east, north] = boxes.subarray(at, at + 4) as unknown as typeof all;
    if (west === Number.POSITIVE_INFINITY) continue;
    edge += 2 * (east - west + north - south);
    all[0] = Math.min(all[0], west);
    all[1] = Math.min(all[1], south);
    all[2] = Math.max(all[2], east);
    all[3] = Math.max(all[3], north);
  }
  return edge === 0 ? Infinity : (SLAB * (all[2] - all[0]) * (all[3] - all[1])) / (edge * LINE_PX);
}

/** The colour of outlines, as the map's style has it. */
const EDGE = tokens.map.footprintEdge;

type PaintOptions = {
  /** Pictures that stand side by side say whether they show density, so that all are of one kind. */
  asDensity?: boolean;
  /** The colour of outlines. */
  edge?: string;
};

/** The frame as each of the worlds has it that it reaches over: the map goes on beyond longitude 180. */
export function worldFrames(frame: Frame): Frame[] {
  const first = Math.floor((frame.west + 180) / 360);
  const last = Math.ceil((frame.west + frame.width * frame.resolution + 180) / 360) - 1;
  const count = Math.max(1, last - first + 1);
  return Array.from({ length: count }, (_, at) => ({
    ...frame,
    west: frame.west - 360 * (first + at),
  }));
}

/** Draws outlines, or the density of scenes where outlines would run into one slab. */
export function paint(
  context: PaintContext,
  packed: Packed,
  frame: Frame,
  { asDensity, edge = EDGE }: PaintOptions = {},
): void {
  context.clearRect(0, 0, frame.width, frame.height);
  const worlds = worldFrames(frame).map((one) => ({ frame: one, ...inFrame(packed, one) }));
  const inked = worlds.reduce((sum, world) => sum + world.inked, 0);
  for (const world of worlds) {
    if (world.scenes.length === 0) continue;
    if (asDensity ?? inked > SLAB) shadeAll(context, density(packed, world.frame));
    else outline(context, packed, world, edge);
  }
}

type World = { frame: Frame; scenes: number[] };

function outline(
  context: PaintContext,
  packed: Packed,
  { frame, scenes }: World,
  edge: string,
): void {
  const path = tracer(packed, frame);
  if (scenes.length <= FILLED) {
    context.fillStyle = tokens.map.footprintFill;
    for (const scene of scenes) {
      context.beginPath();
      path(context, scene);
      context.fill();
    }
  }
  context.lineWidth = LINE_PX * frame.ratio;
  context.lineJoin = 'round';
  context.strokeStyle = edge;
  for (let from = 0; from < scenes.length; from += BATCH) {
    context.beginPath();
    for (const scene of scenes.slice(from, from + BATCH)) path(context, scene);
    context.stroke();
  }
}

function tracer({ coordinates, rings, scenes }: Packed, { west, north, resolution }: Frame) {
  return (context: PaintContext, scene: number): void => {
    const last = scenes[scene + 1] ?? 0;
    for (let ring = scenes[scene] ?? 0; ring < last; ring++) {
      const first = rings[ring] ?? 0;
      const end = rings[ring + 1] ?? 0;
      for (let at = first; at < end; at++) {
        const x = ((coordinates[at * 2] as number) - west) / resolution;
        const y = (north - (coordinates[at * 2 + 1] as number)) / resolution;
        if (at === first) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.closePath();
    }
  };
}

/** Draws the grid one pixel a cell and enlarges it, which also softens its steps. */
function shadeAll(context: PaintContext, { columns, rows, counts }: Density): void {
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = new Uint32Array(SHADES.buffer);
  const deepest = colours.length - 1;
  for (let at = 0; at < counts.length; at++) {
    pixels[at] = colours[Math.min(deepest, counts[at] as number)] as number;
  }
  const small = blankCanvas(columns, rows);
  small.context.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = true;
  context.drawImage(small.canvas, 0, 0, columns * CELL, rows * CELL);
}

/** A canvas that nobody sees, in a worker or where there are none. */
export function blankCanvas(width: number, height: number) {
  if (typeof OffscreenCanvas === 'undefined') {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    return { canvas, context: contextOf(canvas.getContext('2d')) };
  }
  const canvas = new OffscreenCanvas(width, height);
  return { canvas, context: contextOf(canvas.getContext('2d')) };
}

function contextOf<T extends PaintContext>(context: T | null): T {
  if (context === null) throw new Error('no canvas to draw on');
  return context;
}
