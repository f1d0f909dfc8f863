import Undo from '@mui/icons-material/Undo';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { geodesicArea, lineLength } from '../../geo/geodesic';
import type { Position, Shape } from '../../geo/wkt';
import { useMapStage } from '../../map/mapStage';
import { isEnough, type Sketch } from '../draw/sketch';
import { useDraw } from '../draw/useDraw';
import { HintBar } from '../overlay/HintBar';
import { MapOverlay } from '../overlay/MapOverlay';
import { type Measurement, measureText, tagStyle } from './Measurements';
import { measured } from './measuredStyle';

type Props = {
  tool: 'measureDistance' | 'measureArea';
  onMeasured: (measurement: Omit<Measurement, 'id'>) => void;
  /** The measurement is over. */
  onDone: () => void;
  onExit: () => void;
};

const AT_LEFT: [number, number] = [14, 0];

/** What is drawn so far: the line itself, or the ring closed at its first point. */
function drawnLine(tool: Props['tool'], sketch: Sketch): Position[] {
  const points = sketch?.points ?? [];
  return tool === 'measureArea' && points[0] ? [...points, points[0]] : points;
}

function partial(tool: Props['tool'], line: Position[]): number {
  if (tool === 'measureDistance') return lineLength(line);
  return line.length < 4 ? 0 : geodesicArea(line);
}

function finished(shape: Shape): Omit<Measurement, 'id'> | null {
  if (shape.kind === 'lines') {
    const line = shape.lines[0] ?? [];
    const at: Position | undefined = line.at(-1);
    return at ? { kind: 'distance', line, at, value: lineLength(line) } : null;
  }
  const ring = shape.kind === 'polygons' ? (shape.polygons[0]?.[0] ?? []) : [];
  const at = ring.at(-2);
  return at ? { kind: 'area', line: ring, at, value: geodesicArea(ring) } : null;
}

/** Measures along, or between, the points that are clicked. */
export function MeasureTool({ tool, onMeasured, onDone, onExit }: Props) {
  const m = useMessages();
  const stage = useMapStage();
  const [sketch, setSketch] = useState<Sketch>(null);
  const distance = tool === 'measureDistance';
  const kind = distance ? 'LineString' : 'Polygon';
  const { undo, finish } = useDraw(stage, kind, measured, {
    onSketch: setSketch,
    onDone: (shape) => {
      const measurement = finished(shape);
      if (measurement !== null) onMeasured(measurement);
      setSketch(null);
      onDone();
    },
    onCancel: onExit,
  });
  const line = drawnLine(tool, sketch);
  const value = partial(tool, line);
  const text = measureText(m, distance ? 'distance' : 'area', value, line);
  return (
    <>
      <HintBar
        text={sketch === null ? m.tools.hints[tool] : m.tools.hints.measureMore}
        value={sketch === null ? undefined : text}
        keys={[m.tools.hints.undo, m.tools.hints.escape]}
        exit={m.tools.cancel}
        onExit={onExit}
      >
        {sketch === null ? null : (
          <Tooltip title={m.tools.undo}>
            <IconButton aria-label={m.tools.undo} onClick={undo}>
              <Undo fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {isEnough(kind, sketch) ? (
          <Button variant="contained" onClick={finish}>
            {m.tools.done}
          </Button>
        ) : null}
      </HintBar>
      {sketch === null || value === 0 ? null : (
        <MapOverlay at={sketch.at} positioning="center-left" offset={AT_LEFT} passive>
          <span style={tagStyle}>{text}</span>
        </MapOverlay>
      )}
    </>
  );
}
