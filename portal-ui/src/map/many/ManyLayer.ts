import Layer from 'ol/layer/Layer';
import type { FrameState } from 'ol/Map';
import ViewHint from 'ol/ViewHint';
import type { Frame } from './frame';
import type { Packed } from './packed';
import { createPainter, type Painter } from './painter';

/** The picture reaches beyond the map by this part of its size on each side, so that dragging shows no edge at once. */
const BEYOND = 0.25;

/** A picture of another resolution than the map is drawn anew; within this it counts as the same. */
const SAME = 1e-6;

/** While the map moves, pictures follow each other no faster than this. */
const WHILE_MOVING_MS = 400;

const { ANIMATING, INTERACTING } = ViewHint;

/**
 * Very many footprints. The map never waits for them: a painter draws pictures one after the other, and until the next
 * one is there the last one is moved and scaled to where the map is.
 */
export class ManyLayer extends Layer {
  private readonly element = document.createElement('div');
  private readonly canvas = document.createElement('canvas');
  private readonly painter: Painter;
  private painted: Frame | null = null;
  private readonly took: number[] = [];
  private busy = false;
  private gone = false;
  private requestedAt = 0;

  /** `edge`: the colour of outlines, where it is not the usual one. */
  constructor(packed: Packed, zIndex: number, edge?: string) {
    super({ zIndex });
    this.painter = createPainter(packed, edge);
    this.element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
    this.canvas.style.cssText = 'position:absolute;left:0;top:0;transform-origin:0 0';
    this.canvas.dataset.footprints = String(packed.count);
    this.element.append(this.canvas);
  }

  /** Nothing is seen outside this part (0 to 1) of the width. */
  part(from: number, to: number): void {
    this.element.style.clipPath = `inset(0 ${(1 - to) * 100}% 0 ${from * 100}%)`;
  }

  override render(state: FrameState | null): HTMLElement {
    if (state === null) return this.element;
    this.positionCanvas(state);
    if (!this.busy && !this.fits(state) && !this.hurried(state)) void this.repaint(state);
    return this.element;
  }

  override disposeInternal(): void {
    this.gone = true;
    this.painter.dispose();
    super.disposeInternal();
  }

  /** Whether the map moves and the last picture is new: another would be old before it is there. */
  private hurried({ viewHints, time }: FrameState): boolean {
    const moving = (viewHints[ANIMATING] ?? 0) + (viewHints[INTERACTING] ?? 0) > 0;
    return moving && this.painted !== null && time - this.requestedAt < WHILE_MOVING_MS;
  }

  /** Moves and scales the last picture to where the map is now. */
  private positionCanvas({ extent, viewState }: FrameState): void {
    const { painted } = this;
    const [west = 0, , , north = 0] = extent ?? [];
    this.canvas.style.display = painted === null ? 'none' : '';
    if (painted === null) return;
    const scale = painted.resolution / viewState.resolution;
    const x = (painted.west - west) / viewState.resolution;
    const y = (north - painted.north) / viewState.resolution;
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** Whether the last picture is sharp and still reaches over the whole map. */
  private fits({ extent, viewState, pixelRatio }: FrameState): boolean {
    const { painted } = this;
    const [west = 0, south = 0, east = 0, north = 0] = extent ?? [];
    if (painted === null || painted.ratio !== pixelRatio) return false;
    if (Math.abs((painted.resolution * pixelRatio) / viewState.resolution - 1) > SAME) return false;
    const paintedEast = painted.west + painted.width * painted.resolution;
    const paintedSouth = painted.north - painted.height * painted.resolution;
    return (
      west >= painted.west && east <= paintedEast && north <= painted.north && south >= paintedSouth
    );
  }

  /** For measurements: how long the last pictures took, in milliseconds. */
  private tell(ms: number): void {
    this.took.push(Math.round(ms));
    if (this.took.length > 50) this.took.shift();
    this.canvas.dataset.paints = JSON.stringify(this.took);
    this.canvas.dataset.drawn = '';
  }

  private async repaint(state: FrameState): Promise<void> {
    const { extent, viewState, size, pixelRatio } = state;
    this.busy = true;
    this.requestedAt = state.time;
    const [west = 0, , , north = 0] = extent ?? [];
    const [across = 0, down = 0] = size;
    const frame: Frame = {
      west: west - across * BEYOND * viewState.resolution,
      north: north + down * BEYOND * viewState.resolution,
      resolution: viewState.resolution / pixelRatio,
      width: Math.round(across * (1 + 2 * BEYOND) * pixelRatio),
      height: Math.round(down * (1 + 2 * BEYOND) * pixelRatio),
      ratio: pixelRatio,
    };
    try {
      const began = performance.now();
      const picture = await this.painter.paint(frame);
      if (this.gone) return;
      this.canvas.width = frame.width;
      this.canvas.height = frame.height;
      this.canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
      this.painted = frame;
      this.tell(performance.now() - began);
    } finally {
      this.busy = false;
      if (!this.gone) this.changed();
    }
  }
}
