import {
  Color,
  Credit,
  CreditDisplay,
  Globe,
  PerspectiveFrustum,
  Scene,
  Transforms,
} from '@cesium/engine';
import { tokens } from '@scenedock/ui-kit/tokens';

/** Where the build puts the workers. */
const WORKERS_BESIDE = '/cesium/';

export type GlobeWidget = { scene: Scene; canvas: HTMLCanvasElement; destroy: () => void };

/** What Cesium's own widget calls before each picture: the camera answers the pointer there. */
type Framed = Scene & { initializeFrame: () => void };

/** Pixels of the picture for one of the page: more than two cost more than they show. */
const sharpness = () => Math.min(2, Math.max(1, globalThis.devicePixelRatio));

/** Keeps the picture as large and as sharp as the screen shows the box around it. */
export function fit({ scene, canvas }: Pick<GlobeWidget, 'scene' | 'canvas'>): void {
  const ratio = sharpness();
  const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round);
  if (!width || !height || (canvas.width === width && canvas.height === height)) return;
  canvas.width = width;
  canvas.height = height;
  Object.assign(scene, { pixelRatio: ratio });
  const { frustum } = scene.camera;
  if (frustum instanceof PerspectiveFrustum) frustum.aspectRatio = width / height;
  scene.requestRender();
}

function createCanvas(container: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'display:block;width:100%;height:100%;touch-action:none';
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  container.append(canvas);
  return canvas;
}

/**
 * A bare globe: no service of anybody, no stars, a new picture only when something changed. Cesium's own widget would
 * bring its data sources and the files that they read.
 */
export function createGlobe(container: HTMLElement): GlobeWidget {
  Object.assign(globalThis, { CESIUM_BASE_URL: WORKERS_BESIDE });
  // The exact place of the sun needs tables from Cesium's files; nothing here is lit by it.
  Object.assign(Transforms, { computeIcrfToFixedMatrix: () => undefined });
  CreditDisplay.cesiumCredit = new Credit('CesiumJS');
  const canvas = createCanvas(container);
  const scene = new Scene({
    canvas,
    creditContainer: document.createElement('div'),
    scene3DOnly: true,
    requestRenderMode: true,
    maximumRenderTimeChange: Number.POSITIVE_INFINITY,
    msaaSamples: 1,
  });
  fit({ scene, canvas });
  scene.globe = new Globe();
  scene.backgroundColor = Color.fromCssColorString(tokens.map.space);
  scene.globe.baseColor = Color.fromCssColorString(tokens.map.sea);
  scene.globe.showGroundAtmosphere = false;
  scene.fog.enabled = false;
  scene.screenSpaceCameraController.minimumZoomDistance = 3000;
  scene.screenSpaceCameraController.maximumZoomDistance = 30_000_000;
  let frame = 0;
  const draw = () => {
    fit({ scene, canvas });
    (scene as Framed).initializeFrame();
    scene.render();
    frame = requestAnimationFrame(draw);
  };
  frame = requestAnimationFrame(draw);
  const destroy = () => {
    cancelAnimationFrame(frame);
    scene.destroy();
    canvas.remove();
  };
  return { scene, canvas, destroy };
}
