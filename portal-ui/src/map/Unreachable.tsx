import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { useLayerName } from './layerName';
import { useMapLayers } from './mapLayers';
import type { Lack } from './useReach';

type Props = { id: string; lack: Lack; onRetry: (id: string) => void; onClose: () => void };

/** One quiet line about a layer whose tiles do not come. */
export function Unreachable({ id, lack, onRetry, onClose }: Props) {
  const m = useMessages();
  const nameOf = useLayerName();
  const layer = useMapLayers().list.find(({ info }) => info.id === id);
  if (layer === undefined) return null;
  const name = nameOf(layer.info);
  return (
    <Alert
      severity={lack === 'missing' ? 'info' : 'warning'}
      onClose={onClose}
      slotProps={{ closeButton: { 'aria-label': m.tools.close } }}
      sx={{
        position: 'absolute',
        bottom: 72,
        left: '50%',
        transform: 'translateX(-50%)',
        py: 0,
        boxShadow: 2,
        width: 'max-content',
        maxWidth: 'calc(100% - 24px)',
      }}
    >
      {lack === 'missing' ? m.map.layerMissing(name) : m.map.layerUnreachable(name)}
      {lack === 'missing' ? null : (
        <Button color="inherit" onClick={() => onRetry(id)} sx={{ ml: 1, my: -0.5, minWidth: 0 }}>
          {m.common.retry}
        </Button>
      )}
    </Alert>
  );
}
