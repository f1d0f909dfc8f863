import { Cartesian2, Cartesian3, Cartographic, PerspectiveFrustum } from '@cesium/engine';
import type View from 'ol/View';
import type { GlobeWidget } from './createGlobe';

const METRES_PER_DEGREE = (Math.PI * 6378137) / 180;

const DEGREES = 180 / Math.PI;

/** Nearer than this the packaged maps show nothing more. */
const NEAREST_M = 3000;
const FARTHEST_M = 30_000_000;

/** Metres per pixel in the middle of the picture, from a height of one metre. */
function perPixel(widget: GlobeWidget): number {
  const { frustum } = widget.scene.camera;
  const fovy = frustum instanceof PerspectiveFrustum ? (frustum.fovy ?? 1) : 1;
  return (2 * Math.tan(fovy / 2)) / Math.max(1, widget.canvas.clientHeight);
}

/** Looks straight down on what the flat map shows. */
export function lookAsFlat(widget: GlobeWidget, view: View): void {
  const [lon = 0, lat = 0] = view.getCenter() ?? [];
  const height = ((view.getResolution() ?? 0.05) * METRES_PER_DEGREE) / perPixel(widget);
  const bounded = Math.min(FARTHEST_M, Math.max(NEAREST_M, height));
  widget.scene.camera.setView({ destination: Cartesian3.fromDegrees(lon, lat, bounded) });
}

/** Degrees for a pixel in the middle of the picture. */
export function resolutionOf(widget: GlobeWidget): number {
  const { height } = widget.scene.camera.positionCartographic;
  return (height * perPixel(widget)) / METRES_PER_DEGREE;
}

/** Longitude and latitude under a place on the picture; null beside the Earth. */
export function placeAt(widget: GlobeWidget, pixel: Cartesian2): [number, number] | null {
  const point = widget.scene.camera.pickEllipsoid(pixel);
  if (point === undefined) return null;
  const { longitude, latitude } = Cartographic.fromCartesian(point);
  return [longitude * DEGREES, latitude * DEGREES];
}

/** Straight down, but for what is lost in calculating, in radians. */
const DOWN = -Math.PI / 2 + 0.01;

/** What stands in the middle of the picture. The picture itself is whole pixels: each time the map would drift. */
function middleOf(widget: GlobeWidget): [number, number] | null {
  const { clientWidth, clientHeight } = widget.canvas;
  const { pitch, positionCartographic: below } = widget.scene.camera;
  if (pitch < DOWN) return [below.longitude * DEGREES, below.latitude * DEGREES];
  return placeAt(widget, new Cartesian2(clientWidth / 2, clientHeight / 2));
}

/** Makes the flat map look at what the globe looks at, so that going back to it stays there. */
export function flatAsLook(widget: GlobeWidget, view: View): void {
  const middle = middleOf(widget);
  if (middle === null) return;
  view.setCenter(middle);
  view.setResolution(resolutionOf(widget));
}

/** One step of a key or a button: nearer (1) or farther (-1). */
export function step(widget: GlobeWidget, by: number): void {
  const { height } = widget.scene.camera.positionCartographic;
  const target = height * 2 ** -by;
  if (target < NEAREST_M / 2 || target > FARTHEST_M * 1.5) return;
  widget.scene.camera.moveForward(height - target);
  widget.scene.requestRender();
}

const TURNS: Record<string, 'rotateLeft' | 'rotateRight' | 'rotateUp' | 'rotateDown'> = {
  ArrowLeft: 'rotateLeft',
  ArrowRight: 'rotateRight',
  ArrowUp: 'rotateUp',
  ArrowDown: 'rotateDown',
};

/** Does what a key asks for; says whether it was one of the globe's. */
export function pressKey(widget: GlobeWidget, key: string): boolean {
  const turn = TURNS[key];
  if (turn !== undefined) {
    const { height } = widget.scene.camera.positionCartographic;
    widget.scene.camera[turn](Math.min(0.4, height / 6378137 / 8));
    widget.scene.requestRender();
    return true;
  }
  if (key !== '+' && key !== '=' && key !== '-') return false;
  step(widget, key === '-' ? -1 : 1);
  return true;
}
