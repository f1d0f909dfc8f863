import { useMessages } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import type { LayerInfo } from './layerCatalogue';

/** What a layer is called on screen. */
export function useLayerName(): (info: LayerInfo) => string {
  const m = useMessages();
  return useCallback(
    ({ id, source }) => {
      if (typeof source !== 'string') return source.name || source.layerName || id;
      const names: Record<string, string> = m.map.layerNames;
      return names[id] ?? id;
    },
    [m],
  );
}
