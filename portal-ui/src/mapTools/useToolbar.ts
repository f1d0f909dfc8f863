import { type Bookmark, useMessages } from '@scenedock/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type AreaChoice, chooseWkt, useArea } from '../area/areaChoice';
import { whyNotEdited } from '../area/editable';
import type { Position } from '../geo/wkt';
import { useMapLayers } from '../map/mapLayers';
import { useMapStage } from '../map/mapStage';
import { type MapTool, useMapTool } from '../map/mapTool';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { useTakeArea } from './draw/useTakeArea';
import type { Shown } from './legend/LegendPanel';
import { flyToArea, flyToPlace, flyToView } from './locate/flyTo';
import type { Measurement } from './measure/Measurements';
import { type KnownRegion, rememberRegion } from './region/regionStore';
import type { PanelKey } from './strip/useEntries';
import { useAreaUpload } from './upload/useAreaUpload';

type OpenPanel = { key: PanelKey; left: number; button: HTMLElement };

/** Until it is certain that a click is not the first of two, in milliseconds. */
const CLICK_MS = 300;

const ALL_SHOWN: Shown = { area: true, uploaded: true, measured: true };

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

/** All that the tools on the map know and do. */
export function useToolbar(area: AreaChoice | null, onArea: (area: AreaChoice | null) => void) {
  const m = useMessages();
  const notice = useNotice();
  const { map, home } = useMapStage();
  const { tool, setTool } = useMapTool();
  const { shown, error } = useArea(area);
  const layers = useMapLayers();
  const panels = usePanel(tool, setTool);
  const measurements = useMeasurements();
  const [visible, setVisible] = useState(ALL_SHOWN);
  const [mending, setMending] = useState<string | null>(null);
  const [located, setLocated] = useState<Position | null>(null);
  const fly = useCallback((wkt: string) => flyToArea(map, wkt), [map]);
  const upload = useAreaUpload(onArea, fly);
  const { forget } = upload;
  const { take, checking } = useTakeArea(onArea);
  const leave = useCallback(() => {
    setMending(null);
    setTool('none');
  }, [setTool]);

  const inUse = useRef(tool);
  inUse.current = tool;
  /** The click that ended a drawing is still under way; it must not open what lies under it. */
  const leaveSoon = () => {
    setTimeout(() => {
      if (inUse.current === tool) leave();
    }, CLICK_MS);
  };
  const flying = useRef(false);
  useEffect(() => {
    if (!flying.current || shown === null) return;
    flying.current = false;
    fly(shown.wkt);
  }, [shown, fly]);
  useEffect(() => {
    if (area === null) forget();
  }, [area, forget]);
  const editBlocked =
    area === null ? m.tools.editNothing : whyNotEdited(m, area, shown?.wkt ?? null);
  const unable = tool === 'editArea' && mending === null && editBlocked !== null;
  useEffect(() => {
    if (unable) setTool('none');
  }, [unable, setTool]);

  const chooseRegion = (region: KnownRegion) => {
    rememberRegion(region);
    panels.close();
    forget();
    if (area?.kind === 'region' && area.code === region.areaCode && shown !== null) fly(shown.wkt);
    else {
      flying.current = true;
      onArea({ kind: 'region', code: region.areaCode });
    }
  };
  /** A drawing is over, whether or not it is taken. */
  const drawn = async (wkt: string) => {
    leaveSoon();
    if (await take(wkt)) forget();
  };
  const edited = async (wkt: string) => {
    if (!(await take(wkt))) return;
    forget();
    leave();
  };
  const dropUpload = () => {
    forget();
    onArea(null);
  };
  const clear = () => {
    leave();
    measurements.clear();
    setLocated(null);
    forget();
    setVisible(ALL_SHOWN);
    if (area !== null) onArea(null);
  };
  const mark = (): Omit<Bookmark, 'id' | 'name'> => {
    const [lon = 0, lat = 0] = map.getView().getCenter() ?? [];
    return {
      mapConfigList: layers.states,
      wkt: shown?.wkt ?? null,
      region: area?.kind === 'region' ? area.code : null,
      center: `${lon.toFixed(4)},${lat.toFixed(4)}`,
      zoom: Math.round((map.getView().getZoom() ?? 0) * 100) / 100,
    };
  };
  const restore = async ({ wkt, region, center, zoom, mapConfigList }: Bookmark) => {
    const [lon = 0, lat = 0] = center.split(',').map(Number);
    layers.apply(mapConfigList);
    flyToView(map, [lon, lat], zoom);
    forget();
    if (region !== null) {
      if (area?.kind !== 'region' || area.code !== region) {
        onArea({ kind: 'region', code: region });
      }
      return;
    }
    try {
      const before = shown?.wkt ?? null;
      if (wkt !== before) onArea(wkt === null ? null : await chooseWkt(wkt));
    } catch (refused) {
      notice(failureText(m.bookmarks.restoreFailed, refused), 'error');
    }
  };
  const locate = (place: Position) => {
    setLocated(place);
    flyToPlace(map, place);
  };
  const standing =
    measurements.all.length > 0 || upload.uploaded !== null || located !== null || !visible.area;
  return {
    map,
    home,
    tool,
    setTool,
    shown,
    areaFailed: error !== null,
    panels,
    measurements,
    visible,
    setVisible,
    upload,
    checking,
    editBlocked,
    editing: mending ?? shown?.wkt ?? null,
    clearBlocked: area === null && !standing && tool === 'none' ? m.tools.clearNothing : null,
    leave,
    leaveSoon,
    mend: (wkt: string) => {
      setMending(wkt);
      setTool('editArea');
    },
    located,
    locate,
    chooseRegion,
    drawn,
    edited,
    dropUpload,
    clear,
    mark,
    restore,
  };
}

export type Toolbar = ReturnType<typeof useToolbar>;
