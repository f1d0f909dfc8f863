import Collection from 'ol/Collection';
import { altKeyOnly, singleClick } from 'ol/events/condition';
import Feature from 'ol/Feature';
import WKT from 'ol/format/WKT';
import type { Geometry } from 'ol/geom';
import Modify from 'ol/interaction/Modify';
import Translate from 'ol/interaction/Translate';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import { useEffect, useRef } from 'react';
import { readShape } from '../../geo/readWkt';
import { formatShape } from '../../geo/wkt';
import { readGeometry } from '../../map/features';
import { EDITED, SKETCH } from '../toolStyles';
import { pauseDoubleClick } from './useDraw';

/** A press that stays this long, in milliseconds, removes the vertex under it. */
const LONG_PRESS = 600;
/** A press that moves farther, in pixels, is a drag. */
const STILL = 6;

/** Calls `act` when a finger rests on the map. */
function onLongPress(element: HTMLElement, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  const stop = () => clearTimeout(timer);
  const down = ({ clientX: x, clientY: y, button }: PointerEvent) => {
    stop();
    if (button !== 0) return;
    start = { x, y };
    timer = setTimeout(act, LONG_PRESS);
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (Math.hypot(x - start.x, y - start.y) > STILL) stop();
  };
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerup', stop);
  element.addEventListener('pointercancel', stop);
  return () => {
    stop();
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerup', stop);
    element.removeEventListener('pointercancel', stop);
  };
}

const format = new WKT();
const written = (geometry: Geometry) => formatShape(readShape(format.writeGeometry(geometry)));

/** Lets `wkt` be changed on the map; `onChange` gets what it has become. */
export function useModify(map: OlMap, wkt: string, onChange: (wkt: string) => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const geometry = readGeometry(wkt);
    if (geometry === null) return;
    const feature = new Feature(geometry);
    const features = new Collection([feature]);
    const source = new VectorSource({ features, wrapX: false });
    const layer = new VectorLayer({ source, style: EDITED, zIndex: 1000 });
    const translate = new Translate({ features });
    const modify = new Modify({
      features,
      style: SKETCH,
      deleteCondition: (event) => altKeyOnly(event) && singleClick(event),
    });
    const reportChange = () => latest.current(written(geometry));
    translate.on('translateend', reportChange);
    modify.on('modifyend', reportChange);
    const resume = pauseDoubleClick(map);
    const forget = onLongPress(map.getTargetElement() as HTMLElement, () => {
      if (modify.removePoint()) reportChange();
    });
    layer.setMap(map);
    // The last one is asked first: vertices and edges go before the whole.
    map.addInteraction(translate);
    map.addInteraction(modify);
    return () => {
      forget();
      map.removeInteraction(modify);
      map.removeInteraction(translate);
      layer.setMap(null);
      resume();
    };
  }, [map, wkt]);
}
