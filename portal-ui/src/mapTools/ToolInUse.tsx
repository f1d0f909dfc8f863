import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { createPortal } from 'react-dom';
import { DrawTool, isDrawing } from './draw/DrawTool';
import { EditTool } from './draw/EditTool';
import { MeasureTool } from './measure/MeasureTool';
import { useHintPlace } from './overlay/hintPlace';
import { PointQueryTool } from './point/PointQueryTool';
import { offersPointQuery } from './strip/useEntries';
import type { SearchedAbout } from './toolbarProps';
import type { Toolbar } from './useToolbar';

type Props = {
  bar: Toolbar;
  nodeIds: readonly number[];
  about: SearchedAbout;
  onOpen: (dataId: string) => void;
};

/** The tool that the pointer has; each begins afresh. */
export default function ToolInUse({ bar, nodeIds, about, onOpen }: Props) {
  const { tool, leave } = bar;
  if (isDrawing(tool)) {
    return (
      <DrawTool
        key={tool}
        tool={tool}
        onDrawn={(wkt) => void bar.drawn(wkt)}
        onCrossing={bar.mend}
        onExit={leave}
      />
    );
  }
  if (tool === 'editArea' && bar.editing !== null) {
    return (
      <EditTool
        wkt={bar.editing}
        busy={bar.checking}
        onDone={(wkt) => void bar.edited(wkt)}
        onExit={leave}
      />
    );
  }
  if (tool === 'measureDistance' || tool === 'measureArea') {
    return (
      <MeasureTool
        key={tool}
        tool={tool}
        onMeasured={bar.measurements.add}
        onDone={bar.leaveSoon}
        onExit={leave}
      />
    );
  }
  if (tool === 'pointQuery' && offersPointQuery(nodeIds)) {
    return <PointQueryTool nodeIds={nodeIds} about={about} onOpen={onOpen} onExit={leave} />;
  }
  return bar.checking ? <Checking /> : null;
}

/** The drawing is done; the server looks at it. */
function Checking() {
  const m = useMessages();
  const placement = useHintPlace();
  if (placement === null) return null;
  return createPortal(
    <Paper elevation={3} role="status" sx={{ display: 'flex', gap: 1, px: 1.5, py: 0.75 }}>
      <CircularProgress size={16} aria-label={m.tools.checking} />
      <Typography variant="body2">{m.tools.checking}</Typography>
    </Paper>,
    placement,
  );
}
