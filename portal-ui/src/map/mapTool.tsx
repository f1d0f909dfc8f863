import { createContext, type ReactNode, use, useMemo, useState } from 'react';

/** What the pointer does on the map; one at a time. */
export type MapTool =
  | 'none'
  | 'drawPoint'
  | 'drawLine'
  | 'drawBox'
  | 'drawPolygon'
  | 'editArea'
  | 'measureDistance'
  | 'measureArea'
  | 'pointQuery';

type ToolChoice = { tool: MapTool; setTool: (tool: MapTool) => void };

const MapToolContext = createContext<ToolChoice>({ tool: 'none', setTool: () => {} });

/** Holds which tool is in use, for the map and for everything beside it that starts one. */
export function MapToolProvider({ children }: { children: ReactNode }) {
  const [tool, setTool] = useState<MapTool>('none');
  const chosen = useMemo(() => ({ tool, setTool }), [tool]);
  return <MapToolContext value={chosen}>{children}</MapToolContext>;
}

/** The tool in use; outside a provider always none. */
export function useMapTool(): ToolChoice {
  return use(MapToolContext);
}
