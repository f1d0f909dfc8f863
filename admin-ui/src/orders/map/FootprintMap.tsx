import 'ol/ol.css';
import { defaults as defaultControls } from 'ol/control/defaults';
import WKT from 'ol/format/WKT';
import VectorLayer from 'ol/layer/Vector';
import OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import View from 'ol/View';
import { useEffect, useRef } from 'react';
import { baseLayers, look, nameLayer } from './baseLayers';

const PROJECTION = 'EPSG:4326';
/** All of China, in degrees. */
const HOME_EXTENT = [73, 17, 136, 54];

const FOOTPRINT = look('#0b4a6f', 2, 'rgba(18, 150, 141, 0.28)');

function buildMap(target: HTMLElement, wkt: string): OlMap {
  const source = new VectorSource();
  source.addFeatures(new WKT().readFeatures(wkt));
  const footprint = new VectorLayer({ source, style: FOOTPRINT });
  const map = new OlMap({
    target,
    controls: defaultControls({ attribution: false, rotate: false }),
    layers: [...baseLayers(), footprint, nameLayer()],
    view: new View({ projection: PROJECTION, center: [104, 35], zoom: 3, maxZoom: 14 }),
  });
  // Some land around the footprint tells where it is.
  map.getView().fit(source.getExtent() ?? HOME_EXTENT, { padding: [64, 64, 64, 64], maxZoom: 8 });
  return map;
}

/** The combined footprint over the base map; arrow keys and +/- move it once it has the focus. */
export default function FootprintMap({ wkt, label }: { wkt: string; label: string }) {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!target.current) {
      return;
    }
    const map = buildMap(target.current, wkt);
    return () => map.setTarget(undefined);
  }, [wkt]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: OpenLayers moves the map by keyboard when it has the focus
    <section ref={target} aria-label={label} tabIndex={0} style={{ background: '#dfe9ef' }} />
  );
}
