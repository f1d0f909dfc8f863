import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { crossing } from '../../geo/crossing';
import { areaKm2 } from '../../geo/ellipsoid';
import { lineLength } from '../../geo/geodesic';
import { shapeOf } from '../../geo/readWkt';
import type { Shape } from '../../geo/wkt';
import { useMapStage } from '../../map/mapStage';
import { areaText, lengthText } from '../measure/sizes';
import { HintBar } from '../overlay/HintBar';
import { hideArea } from './hideArea';
import { isTyping } from './useDraw';
import { useModify } from './useModify';

type Props = {
  wkt: string;
  busy: boolean;
  onDone: (wkt: string) => void;
  onExit: () => void;
};

function faultOf(shape: Shape | null): string | null {
  if (shape?.kind !== 'polygons') return null;
  for (const ring of shape.polygons.flat()) {
    const point = crossing(ring);
    if (point !== null) return point.map((n) => n.toFixed(4)).join(', ');
  }
  return null;
}

/** Changes the area on the map: vertices are dragged, put in and removed, the whole is moved. */
export function EditTool({ wkt, busy, onDone, onExit }: Props) {
  const m = useMessages();
  const { map } = useMapStage();
  const [now, setNow] = useState(wkt);
  useEffect(() => setNow(wkt), [wkt]);
  useEffect(() => hideArea(map), [map]);
  useModify(map, wkt, setNow);
  const shape = shapeOf(now);
  const crossed = faultOf(shape);
  const finish = useRef(() => {});
  finish.current = () => {
    if (crossed === null && !busy) onDone(now);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      if (event.key === 'Escape') onExit();
      if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) finish.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onExit]);
  const fault = crossed === null ? null : m.tools.crossing(crossed);
  return (
    <HintBar
      text={m.tools.hints.edit}
      value={fault === null ? sizeText(m, shape) : undefined}
      fault={fault}
      busy={busy}
      keys={[m.tools.hints.escape]}
      exit={m.tools.cancel}
      onExit={onExit}
    >
      <Tooltip title={fault ?? ''}>
        <span>
          <Button
            variant="contained"
            disabled={fault !== null || busy}
            onClick={() => finish.current()}
          >
            {m.tools.done}
          </Button>
        </span>
      </Tooltip>
    </HintBar>
  );
}

function sizeText(m: ReturnType<typeof useMessages>, shape: Shape | null): string | undefined {
  if (shape?.kind === 'polygons') return areaText(m, areaKm2(shape.polygons) * 1e6);
  if (shape?.kind !== 'lines') return undefined;
  return lengthText(
    m,
    shape.lines.reduce((sum, line) => sum + lineLength(line), 0),
  );
}
