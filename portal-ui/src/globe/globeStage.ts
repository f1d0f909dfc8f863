import {
  type Cartesian2,
  Cartesian3,
  SceneTransforms,
  ScreenSpaceEventHandler,
  ScreenSpaceEventType,
} from '@cesium/engine';
import type { GlobeHandlers, GlobePoint, GlobeStage } from '../map/mapStage';
import { placeAt } from './camera';
import type { GlobeWidget } from './createGlobe';

const TYPES = {
  onClick: ScreenSpaceEventType.LEFT_CLICK,
  onDown: ScreenSpaceEventType.LEFT_DOWN,
  onUp: ScreenSpaceEventType.LEFT_UP,
} as const;

function listen(widget: GlobeWidget, handlers: GlobeHandlers): () => void {
  const events = new ScreenSpaceEventHandler(widget.canvas);
  const report = (to: ((point: GlobePoint) => void) | undefined, pixel: Cartesian2) => {
    const at = placeAt(widget, pixel);
    if (at !== null) to?.({ at, pixel: [pixel.x, pixel.y] });
  };
  events.setInputAction(({ endPosition }: ScreenSpaceEventHandler.MotionEvent) => {
    report(handlers.onMove, endPosition);
  }, ScreenSpaceEventType.MOUSE_MOVE);
  for (const [name, type] of Object.entries(TYPES)) {
    const handler = handlers[name as keyof typeof TYPES];
    if (handler === undefined) continue;
    events.setInputAction(({ position }: ScreenSpaceEventHandler.PositionedEvent) => {
      report(handler, position);
    }, type);
  }
  return () => events.destroy();
}

/** The globe as tools use it. */
export function stageOf(widget: GlobeWidget, element: HTMLElement, over: HTMLElement): GlobeStage {
  const { scene } = widget;
  return {
    element,
    over,
    listen: (handlers) => listen(widget, handlers),
    screenOf: ([lon, lat]) => {
      const point = Cartesian3.fromDegrees(lon, lat);
      // Beyond the horizon the line of sight meets the Earth first.
      const beyond = Cartesian3.dot(point, scene.camera.positionWC) < Cartesian3.dot(point, point);
      if (beyond) return null;
      const pixel = SceneTransforms.worldToWindowCoordinates(scene, point);
      return pixel === undefined ? null : [pixel.x, pixel.y];
    },
    onPicture: (listener) => scene.postRender.addEventListener(listener),
    hold: (still) => {
      scene.screenSpaceCameraController.enableInputs = !still;
    },
  };
}
