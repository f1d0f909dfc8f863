import type { ReactNode } from 'react';
import { BookmarkPanel } from './bookmark/BookmarkPanel';
import { LegendPanel } from './legend/LegendPanel';
import { flyToBox } from './locate/flyTo';
import { LocateBox, LocatePoint } from './locate/LocatePanels';
import { useToolMessages } from './messages/useToolMessages';
import { BESIDE_LAYERS, ToolPanel } from './overlay/ToolPanel';
import { RegionPicker } from './region/RegionPicker';
import type { PanelKey } from './strip/useEntries';
import { UploadPanel } from './upload/UploadPanel';
import type { Toolbar } from './useToolbar';

type Props = {
  bar: Toolbar;
  /** Code of the region that is searched. */
  region: string | null;
};

/** The panel that is open under the tools. */
export default function ToolPanels({ bar, region }: Props) {
  const m = useToolMessages();
  const { map, panels, upload } = bar;
  if (panels.panel === null) return null;
  const { key, left } = panels.panel;
  const panes: Record<PanelKey, { title: string; width: number; body: ReactNode }> = {
    region: {
      title: m.regions.title,
      width: 340,
      body: <RegionPicker current={region} onChoose={bar.chooseRegion} />,
    },
    upload: {
      title: m.tools.upload,
      width: 300,
      body: <UploadPanel upload={upload} onRemove={bar.dropUpload} />,
    },
    locatePoint: {
      title: m.tools.locatePoint,
      width: 260,
      body: <LocatePoint onGo={bar.locate} />,
    },
    locateBox: {
      title: m.tools.locateBox,
      width: 340,
      body: (
        <LocateBox
          busy={bar.checking}
          onGo={(box) => flyToBox(map, box)}
          onSearch={(wkt) => void bar.drawn(wkt)}
        />
      ),
    },
    legend: {
      title: m.legend.title,
      width: 240,
      body: <LegendPanel parts={bar.visible} onShown={bar.setVisible} />,
    },
    bookmarks: {
      title: m.bookmarks.title,
      width: 300,
      body: <BookmarkPanel now={bar.mark} onRestore={(bookmark) => void bar.restore(bookmark)} />,
    },
  };
  const { title, width, body } = panes[key];
  // The legend is read while layers are switched.
  const room = key === 'legend' ? BESIDE_LAYERS : undefined;
  return (
    <ToolPanel key={key} title={title} width={width} left={left} room={room} onClose={panels.close}>
      {body}
    </ToolPanel>
  );
}
