import OlMap from 'ol/Map';
import View from 'ol/View';
import { type ReactNode, useState } from 'react';
import { MapLayersProvider } from '../map/mapLayers';
import { type GlobeStage, MapStageContext } from '../map/mapStage';
import { MapToolProvider } from '../map/mapTool';

type Props = {
  children: ReactNode;
  onMap?: (map: OlMap) => void;
  globe?: GlobeStage | null;
};

/** A map for tests: it can be asked and told, but nobody sees it. */
export function TestStage({ children, onMap, globe = null }: Props) {
  const [map] = useState(() => {
    const target = document.createElement('div');
    document.body.append(target);
    const view = new View({ projection: 'EPSG:4326', center: [104, 36], zoom: 5 });
    const made = new OlMap({ target, controls: [], view });
    onMap?.(made);
    return made;
  });
  return (
    <MapLayersProvider>
      <MapToolProvider>
        <MapStageContext value={{ map, globe, home: () => {} }}>{children}</MapStageContext>
      </MapToolProvider>
    </MapLayersProvider>
  );
}
