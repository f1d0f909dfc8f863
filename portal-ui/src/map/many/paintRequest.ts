import type { Frame } from './frame';
import type { Packed } from './packed';

/** What the page sends to the worker that paints: the footprints once, then a frame for every picture. */
export type PaintRequest = { packed: Packed; edge: string | undefined } | { frame: Frame };
