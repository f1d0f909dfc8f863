import { useMessages } from '@scenedock/ui-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AreaChoice } from '../../area/areaChoice';
import { whyNotEdited } from '../../area/editable';
import { useMapTool } from '../../map/mapTool';
import { useTakeArea } from './useTakeArea';

/** Until it is certain that a click is not the first of two, in milliseconds. */
const CLICK_MS = 300;

type Searched = {
  area: AreaChoice | null;
  /** WKT of it. */
  wkt: string | null;
  onArea: (area: AreaChoice | null) => void;
  /** Lets go of an uploaded file. */
  forget: () => void;
};

/** Drawing an area and editing one, and what is done when either is over. */
export function useDrawing({ area, wkt: searched, onArea, forget }: Searched) {
  const m = useMessages();
  const { tool, setTool } = useMapTool();
  const [mending, setMending] = useState<string | null>(null);
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
  const editBlocked = area === null ? m.tools.editNothing : whyNotEdited(m, area, searched);
  const unable = tool === 'editArea' && mending === null && editBlocked !== null;
  useEffect(() => {
    if (unable) setTool('none');
  }, [unable, setTool]);
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
  const mend = (wkt: string) => {
    setMending(wkt);
    setTool('editArea');
  };
  const editing = mending ?? searched;
  return { tool, setTool, checking, editBlocked, editing, leave, leaveSoon, mend, drawn, edited };
}
