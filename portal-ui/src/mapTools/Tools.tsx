import Box from '@mui/material/Box';
import { useConfig, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useMapStage } from '../map/mapStage';
import { AreaMarks } from './draw/AreaMarks';
import { hideArea } from './draw/hideArea';
import { CornerNotices } from './overlay/CornerNotices';
import { HintPlaceContext } from './overlay/hintPlace';
import { ToolStrip } from './strip/ToolStrip';
import { offersLegend } from './strip/toolList';
import { useEntries } from './strip/useEntries';
import { useWidth } from './strip/useWidth';
import { useViewHistory } from './strip/viewHistory';
import type { MapToolbarProps } from './toolbarProps';
import { DropArea } from './upload/DropArea';
import { useToolbar } from './useToolbar';

// Asked for as soon as the bar of tools stands, so that they are there before anybody has pressed one.
const Measurements = lazy(() => import('./measure/Measurements'));
const ToolInUse = lazy(() => import('./ToolInUse'));
const ToolPanels = lazy(() => import('./ToolPanels'));

/** The tools, with their notices. */
export default function Tools(props: MapToolbarProps) {
  return (
    <CornerNotices>
      <Bar {...props} />
    </CornerNotices>
  );
}

function Bar({ area, onArea, nodeIds, about, onOpen }: MapToolbarProps) {
  const m = useMessages();
  const { map: config } = useConfig();
  const bar = useToolbar(area, onArea);
  const { map, panels, measurements, visible, upload } = bar;
  const history = useViewHistory(map);
  const { globe } = useMapStage();
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const [hint, setHint] = useState<HTMLElement | null>(null);
  const width = useWidth(column);
  const entries = useEntries({
    tool: bar.tool,
    panel: panels.panel?.key ?? null,
    nodeIds,
    legend: offersLegend(config),
    editBlocked: globe === null ? bar.editBlocked : m.tools.editNotOnGlobe,
    clearBlocked: bar.clearBlocked,
    history,
    onTool: bar.setTool,
    onPanel: panels.toggle,
    onHome: bar.home,
    onClear: bar.clear,
  });
  useEffect(() => (visible.area ? undefined : hideArea(map)), [map, visible.area]);
  const region = area?.kind === 'region' ? bar.outline?.name : null;
  return (
    <HintPlaceContext value={hint}>
      <Box
        ref={setColumn}
        sx={{
          position: 'absolute',
          top: 8,
          left: 8,
          right: 8,
          maxHeight: 'calc(100% - 48px)',
          zIndex: 3,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'flex-start',
          gap: 0.75,
          pointerEvents: 'none',
        }}
      >
        <ToolStrip
          region={region ?? m.tools.region}
          regionOpen={panels.panel?.key === 'region'}
          onRegion={(button) => panels.toggle('region', button)}
          entries={entries}
          width={width}
        />
        <Box
          ref={setHint}
          sx={{ maxWidth: 'calc(100% - 44px)', flex: 'none', '&:empty': { display: 'none' } }}
        />
        <Suspense>
          <ToolPanels bar={bar} region={area?.kind === 'region' ? area.code : null} />
        </Suspense>
      </Box>
      <Suspense>
        <ToolInUse bar={bar} nodeIds={nodeIds} about={about} onOpen={onOpen} />
        <Measurements
          all={measurements.all}
          visible={visible.measured}
          onRemove={measurements.remove}
        />
      </Suspense>
      <AreaMarks
        area={bar.outline?.wkt ?? null}
        uploaded={upload.uploaded?.wkt ?? null}
        showUploaded={visible.uploaded}
        located={bar.located}
      />
      <DropArea onFile={(file) => void upload.upload(file, 'map')} />
    </HintPlaceContext>
  );
}
