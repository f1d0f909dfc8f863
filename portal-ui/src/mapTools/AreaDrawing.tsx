import Alert from '@mui/material/Alert';
import { useMessages } from '@scenedock/ui-kit';
import { useCallback } from 'react';
import { useMapStage } from '../map/mapStage';
import { useMapTool } from '../map/mapTool';
import { useDraw } from './useDraw';

/** Draws an area on the map that this stands on, while a drawing tool is in use. */
export function AreaDrawing({ onDrawn }: { onDrawn: (wkt: string) => void }) {
  const m = useMessages();
  const { map } = useMapStage();
  const { tool, setTool } = useMapTool();
  const mode = tool === 'drawBox' || tool === 'drawPolygon' ? tool : 'none';
  const done = useCallback(
    (wkt: string | null) => {
      setTool('none');
      if (wkt !== null) onDrawn(wkt);
    },
    [onDrawn, setTool],
  );
  useDraw(map, mode, done);
  if (mode === 'none') return null;
  return (
    <Alert
      severity="info"
      sx={{ position: 'absolute', top: 12, left: '50%', transform: 'translateX(-50%)' }}
    >
      {mode === 'drawBox' ? m.search.drawing : m.search.drawingPolygon}
    </Alert>
  );
}
