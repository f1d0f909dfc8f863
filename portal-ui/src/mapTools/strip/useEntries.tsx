import ArrowBack from '@mui/icons-material/ArrowBack';
import ArrowForward from '@mui/icons-material/ArrowForward';
import BookmarksOutlined from '@mui/icons-material/BookmarksOutlined';
import CenterFocusWeak from '@mui/icons-material/CenterFocusWeak';
import CropSquare from '@mui/icons-material/CropSquare';
import DeleteSweepOutlined from '@mui/icons-material/DeleteSweepOutlined';
import EditLocationAltOutlined from '@mui/icons-material/EditLocationAltOutlined';
import FiberManualRecordOutlined from '@mui/icons-material/FiberManualRecordOutlined';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import HexagonOutlined from '@mui/icons-material/HexagonOutlined';
import MyLocation from '@mui/icons-material/MyLocation';
import SquareFoot from '@mui/icons-material/SquareFoot';
import Straighten from '@mui/icons-material/Straighten';
import Timeline from '@mui/icons-material/Timeline';
import TouchAppOutlined from '@mui/icons-material/TouchAppOutlined';
import UploadFile from '@mui/icons-material/UploadFile';
import ZoomOutMap from '@mui/icons-material/ZoomOutMap';
import { useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import type { MapTool } from '../../map/mapTool';
import type { StripEntry } from './ToolStrip';

/** What opens a panel under the tools. */
export type PanelKey = 'region' | 'upload' | 'locatePoint' | 'locateBox' | 'legend' | 'bookmarks';

/** On this catalogue node a point cannot be asked about. */
const NO_POINT_QUERY = 11_311;

export const offersPointQuery = (nodeIds: readonly number[]) => !nodeIds.includes(NO_POINT_QUERY);

type StripEntriesInput = {
  tool: MapTool;
  panel: PanelKey | null;
  nodeIds: readonly number[];
  /** Whether the tool list of the system configuration has the legend. */
  legend: boolean;
  editBlocked: string | null;
  clearBlocked: string | null;
  history: { canGoBack: boolean; canGoAhead: boolean; go: (by: 1 | -1) => void };
  onTool: (tool: MapTool) => void;
  onPanel: (panel: PanelKey, button: HTMLElement) => void;
  onHome: () => void;
  onClear: () => void;
};

const small = { fontSize: 'small' } as const;

/** The tools right of the regions, in the order of the specification. */
export function useEntries(given: StripEntriesInput): StripEntry[] {
  const t = useMessages().tools;
  const { tool, panel, history } = given;
  const pointer = (key: Exclude<MapTool, 'none'>, name: string, icon: ReactNode, group: number) => {
    const pressed = tool === key;
    const onClick = () => given.onTool(pressed ? 'none' : key);
    return { key, name: pressed ? t.inUse(name) : name, icon, group, pressed, onClick };
  };
  const opens = (key: PanelKey, name: string, icon: ReactNode, group: number) => ({
    key,
    name,
    icon,
    group,
    expanded: panel === key,
    onClick: (button: HTMLElement) => given.onPanel(key, button),
  });
  const query = offersPointQuery(given.nodeIds)
    ? [pointer('pointQuery', t.pointQuery, <TouchAppOutlined {...small} />, 5)]
    : [];
  const legend = given.legend
    ? [opens('legend', t.legend, <FormatListBulleted {...small} />, 5)]
    : [];
  return [
    opens('upload', t.upload, <UploadFile {...small} />, 1),
    pointer('drawPoint', t.drawPoint, <FiberManualRecordOutlined {...small} />, 2),
    pointer('drawLine', t.drawLine, <Timeline {...small} />, 2),
    pointer('drawBox', t.drawBox, <CropSquare {...small} />, 2),
    pointer('drawPolygon', t.drawPolygon, <HexagonOutlined {...small} />, 2),
    {
      ...pointer('editArea', t.edit, <EditLocationAltOutlined {...small} />, 2),
      blocked: given.editBlocked,
    },
    opens('locatePoint', t.locatePoint, <MyLocation {...small} />, 3),
    opens('locateBox', t.locateBox, <CenterFocusWeak {...small} />, 3),
    pointer('measureDistance', t.measureDistance, <Straighten {...small} />, 4),
    pointer('measureArea', t.measureArea, <SquareFoot {...small} />, 4),
    ...legend,
    ...query,
    {
      key: 'home',
      name: t.fullExtent,
      icon: <ZoomOutMap {...small} />,
      group: 5,
      onClick: given.onHome,
    },
    {
      key: 'clear',
      name: t.clear,
      icon: <DeleteSweepOutlined {...small} />,
      group: 5,
      blocked: given.clearBlocked,
      onClick: given.onClear,
    },
    {
      key: 'back',
      name: t.prevView,
      icon: <ArrowBack {...small} />,
      group: 6,
      blocked: history.canGoBack ? null : t.noPrevView,
      onClick: () => history.go(-1),
    },
    {
      key: 'ahead',
      name: t.nextView,
      icon: <ArrowForward {...small} />,
      group: 6,
      blocked: history.canGoAhead ? null : t.noNextView,
      onClick: () => history.go(1),
    },
    opens('bookmarks', t.bookmarks, <BookmarksOutlined {...small} />, 6),
  ];
}
