import { useMessages } from '@scenedock/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AreaChoice, useArea } from '../area/areaChoice';
import type { Position } from '../geo/wkt';
import { useMapStage } from '../map/mapStage';
import type { MapTool } from '../map/mapTool';
import { useBookmarkView } from './bookmark/useBookmarkView';
import { useDrawing } from './draw/useDrawing';
import type { LegendParts } from './legend/LegendPanel';
import { flyToArea, flyToPlace } from './locate/flyTo';
import type { Measurement } from './measure/Measurements';
import { type KnownRegion, rememberRegion } from './region/regionStore';
import type { PanelKey } from './strip/useEntries';
import { useAreaUpload } from './upload/useAreaUpload';

type OpenPanel = { key: PanelKey; left: number; button: HTMLElement };

const ALL_SHOWN: LegendParts = { area: true, uploaded: true, measured: true };

/** Panels that may stay open while a tool is in use. */
const BESIDE: PanelKey[] = ['legend', 'bookmarks'];

function usePanel(tool: MapTool, setTool: (tool: MapTool) => void) {
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const close = useCallback(() => {
    panel?.button.focus();
    setPanel(null);
  }, [panel]);
  const toggle = (key: PanelKey, button: HTMLElement) => {
    if (panel?.key === key) return close();
    if (!BESIDE.includes(key)) setTool('none');
    setPanel({ key, left: button.offsetLeft, button });
  };
  useEffect(() => {
    if (tool !== 'none') setPanel((now) => (now && !BESIDE.includes(now.key) ? null : now));
  }, [tool]);
  return { panel, toggle, close };
}

function useMeasurements() {
  const [all, setAll] = useState<Measurement[]>([]);
  const last = useRef(0);
  return {
    all,
    add: (one: Omit<Measurement, 'id'>) => {
      last.current += 1;
      const id = last.current;
      setAll((before) => [...before, { ...one, id }]);
    },
    remove: (id: number) => setAll((before) => before.filter((one) => one.id !== id)),
    clear: () => setAll([]),
  };
}

/** Flies to a region that was chosen once its outline is there. */
function useRegionChoice(
  area: AreaChoice | null,
  wkt: string | null,
  onArea: (area: AreaChoice | null) => void,
  fly: (wkt: string) => void,
) {
  const flying = useRef(false);
  useEffect(() => {
    if (!flying.current || wkt === null) return;
    flying.current = false;
    fly(wkt);
  }, [wkt, fly]);
  return ({ areaCode }: KnownRegion) => {
    if (area?.kind === 'region' && area.code === areaCode && wkt !== null) fly(wkt);
    else {
      flying.current = true;
      onArea({ kind: 'region', code: areaCode });
    }
  };
}

/** All that the tools on the map know and do. */
export function useToolbar(area: AreaChoice | null, onArea: (area: AreaChoice | null) => void) {
  const m = useMessages();
  const { map, home } = useMapStage();
  const { outline, error } = useArea(area);
  const wkt = outline?.wkt ?? null;
  const measurements = useMeasurements();
  const [visible, setVisible] = useState(ALL_SHOWN);
  const [located, setLocated] = useState<Position | null>(null);
  const fly = useCallback((outline: string) => flyToArea(map, outline), [map]);
  const upload = useAreaUpload(onArea, fly);
  const { forget } = upload;
  useEffect(() => {
    if (area === null) forget();
  }, [area, forget]);
  const drawing = useDrawing({ area, wkt, onArea, forget });
  const { tool } = drawing;
  const panels = usePanel(tool, drawing.setTool);
  const bookmark = useBookmarkView({ area, wkt, onArea, forget });
  const goToRegion = useRegionChoice(area, wkt, onArea, fly);
  const chooseRegion = (region: KnownRegion) => {
    rememberRegion(region);
    panels.close();
    forget();
    goToRegion(region);
  };
  const dropUpload = () => {
    forget();
    onArea(null);
  };
  const clear = () => {
    drawing.leave();
    measurements.clear();
    setLocated(null);
    forget();
    setVisible(ALL_SHOWN);
    if (area !== null) onArea(null);
  };
  const locate = (position: Position) => {
    setLocated(position);
    flyToPlace(map, position);
  };
  const standing =
    measurements.all.length > 0 || upload.uploaded !== null || located !== null || !visible.area;
  return {
    ...drawing,
    ...bookmark,
    map,
    home,
    outline,
    areaFailed: error !== null,
    panels,
    measurements,
    visible,
    setVisible,
    upload,
    clearBlocked: area === null && !standing && tool === 'none' ? m.tools.clearNothing : null,
    located,
    locate,
    chooseRegion,
    dropUpload,
    clear,
  };
}

export type Toolbar = ReturnType<typeof useToolbar>;
