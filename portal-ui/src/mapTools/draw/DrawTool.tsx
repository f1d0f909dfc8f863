import Undo from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { crossing } from '../../geo/crossing';
import { mapArea } from '../../geo/ellipsoid';
import { lineLength } from '../../geo/geodesic';
import { boundsOf, boxRing, formatShape, type Ring, type Shape } from '../../geo/wkt';
import { useMapStage } from '../../map/mapStage';
import type { MapTool } from '../../map/mapTool';
import { areaText, lengthText } from '../measure/sizes';
import { HintBar } from '../overlay/HintBar';
import { SKETCH } from '../toolStyles';
import { hideArea } from './hideArea';
import { type DrawKind, isEnough, type Sketch } from './sketch';
import { useDraw } from './useDraw';

export type DrawingTool = Extract<MapTool, 'drawPoint' | 'drawLine' | 'drawBox' | 'drawPolygon'>;

const KINDS: Record<DrawingTool, DrawKind> = {
  drawPoint: 'Point',
  drawLine: 'LineString',
  drawBox: 'Box',
  drawPolygon: 'Polygon',
};

export const isDrawing = (tool: MapTool): tool is DrawingTool => tool in KINDS;

type Props = {
  tool: DrawingTool;
  onDrawn: (wkt: string) => void;
  /** A polygon that crosses itself is not thrown away but mended. */
  onCrossing: (wkt: string) => void;
  onExit: () => void;
};

const closed = (line: Ring): Ring => (line[0] ? [...line, line[0]] : line);

function useTexts(tool: DrawingTool, sketch: Sketch): { text: string; value?: string } {
  const m = useMessages();
  const hints = m.tools.hints;
  const points = sketch?.points ?? [];
  if (tool === 'drawPoint') return { text: hints.drawPoint };
  if (sketch === null) return { text: hints[tool] };
  if (tool === 'drawLine') {
    return { text: hints.drawLineMore, value: lengthText(m, lineLength(points)) };
  }
  if (tool === 'drawBox') {
    const box = boundsOf(points);
    const value = box === null ? '' : areaText(m, mapArea(boxRing(box)));
    return { text: hints.drawBoxMore, value };
  }
  const value = areaText(m, mapArea(closed(points)));
  // The first press makes two points; of a finger, which does not move on, the second is told with the next press.
  const fixed = Math.max(2, points.length) - 1;
  return { text: hints.drawPolygonMore(Math.max(0, 3 - fixed)), value };
}

/** Draws where to search; the drawing is handed over as WKT when it is finished. */
export function DrawTool({ tool, onDrawn, onCrossing, onExit }: Props) {
  const m = useMessages();
  const stage = useMapStage();
  const { map } = stage;
  const [sketch, setSketch] = useState<Sketch>(null);
  const begun = sketch !== null;
  // What was drawn before goes when something new begins; leaving without a new one brings it back.
  useEffect(() => (begun ? hideArea(map) : undefined), [map, begun]);
  const onDone = (shape: Shape) => {
    setSketch(null);
    const crossed =
      shape.kind === 'polygons' && shape.polygons.flat().some((ring) => crossing(ring) !== null);
    (crossed ? onCrossing : onDrawn)(formatShape(shape));
  };
  const { undo, finish } = useDraw(stage, KINDS[tool], SKETCH, {
    onSketch: setSketch,
    onDone,
    onCancel: onExit,
  });
  const texts = useTexts(tool, sketch);
  const keys = tool === 'drawPoint' ? [] : [m.tools.hints.undo];
  return (
    <HintBar
      {...texts}
      keys={[...keys, m.tools.hints.escape]}
      exit={m.tools.cancel}
      onExit={onExit}
    >
      {begun && tool !== 'drawPoint' ? (
        <Tooltip title={m.tools.undo}>
          <IconButton aria-label={m.tools.undo} onClick={undo}>
            <Undo fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
      {isEnough(KINDS[tool], sketch) ? (
        <Button variant="contained" onClick={finish}>
          {m.tools.done}
        </Button>
      ) : null}
    </HintBar>
  );
}
