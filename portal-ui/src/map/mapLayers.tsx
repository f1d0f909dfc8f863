import { type LayerSwitch, type MapConfig, useConfig, useLocale } from '@scenedock/ui-kit';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type LayerInfo, layerCatalogue } from './layerCatalogue';
import {
  arrange,
  type KeptLayer,
  keep,
  type LayerState,
  moved as moveLayer,
  readKept,
} from './layerStates';

export type MapLayers = {
  /** Every layer in the form of a bookmark, order counted from the bottom. */
  states: LayerSwitch[];
  /** Sets the layers that a bookmark names; the others stay as they are. */
  apply: (states: LayerSwitch[]) => void;
  /** Every layer with its settings, bottom first. */
  list: LayerState[];
  change: (id: string, part: Partial<Pick<LayerState, 'visible' | 'opacity'>>) => void;
  /** 1 up, -1 down. */
  move: (id: string, by: 1 | -1) => void;
  /** As the installation has it. */
  reset: () => void;
  /** The extent of the system configuration: west, south, east, north. */
  extent: MapConfig['extent'];
};

const MapLayersContext = createContext<MapLayers | null>(null);

/** Where the browser keeps how somebody has set the layers. */
const STORAGE_KEY = 'scenedock.mapLayers';

function store(layers: readonly KeptLayer[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(layers));
  } catch {
    // A browser that keeps nothing shows the layers as they come next time.
  }
}

function useLayerStore(): MapLayers {
  const { map: config } = useConfig();
  const { locale } = useLocale();
  const infos: LayerInfo[] = useMemo(
    () => layerCatalogue(config, locale === 'en'),
    [config, locale],
  );
  const [stored, setStored] = useState<KeptLayer[]>(() =>
    readKept(localStorage.getItem(STORAGE_KEY)),
  );
  const list = useMemo(() => arrange(infos, stored), [infos, stored]);
  const set = useCallback((next: KeptLayer[]) => {
    store(next);
    setStored(next);
  }, []);
  const apply = useCallback(
    (states: LayerSwitch[]) => {
      const named = new Map(states.map((one) => [one.serviceId, one]));
      set(keep(list).map((one) => ({ ...one, ...named.get(one.serviceId) })));
    },
    [list, set],
  );
  const change = useCallback<MapLayers['change']>(
    (id, part) => set(keep(list.map((one) => (one.info.id === id ? { ...one, ...part } : one)))),
    [list, set],
  );
  const move = useCallback<MapLayers['move']>(
    (id, by) => set(keep(moveLayer(list, id, by))),
    [list, set],
  );
  const reset = useCallback(() => set([]), [set]);
  return useMemo(() => {
    const states = keep(list).map(({ serviceId, serviceOrder, serviceStatus }) => ({
      serviceId,
      serviceOrder,
      serviceStatus,
    }));
    return { states, apply, list, change, move, reset, extent: config?.extent ?? null };
  }, [list, apply, change, move, reset, config]);
}

/** Holds which layers a map shows; a map view brings its own where none stands around it. */
export function MapLayersProvider({ children }: { children: ReactNode }) {
  return <MapLayersContext value={useLayerStore()}>{children}</MapLayersContext>;
}

/** Brings the layers, unless something around it has them. */
export function EnsureMapLayers({ children }: { children: ReactNode }) {
  const above = use(MapLayersContext);
  return above === null ? <MapLayersProvider>{children}</MapLayersProvider> : children;
}

/** The layers of the map; inside a `MapLayersProvider` or a map view. */
export function useMapLayers(): MapLayers {
  const layers = use(MapLayersContext);
  if (layers === null) throw new Error('only inside a MapLayersProvider');
  return layers;
}
