import type OlMap from 'ol/Map';
import { SEARCHED_AREA } from '../../map/createMap';

/** Hides the searched area that the map shows; the answer shows it again. */
export function hideArea(map: OlMap): () => void {
  const layers = map
    .getLayers()
    .getArray()
    .filter((layer) => layer.get('name') === SEARCHED_AREA);
  for (const layer of layers) layer.setVisible(false);
  return () => {
    for (const layer of layers) layer.setVisible(true);
  };
}
