import Alert from '@mui/material/Alert';
import { useMessages } from '@scenedock/ui-kit';
import { useLayerName } from './layerName';
import { useMapLayers } from './mapLayers';

/** One quiet line about a layer whose tiles do not come. */
export function Unreachable({ id, onClose }: { id: string; onClose: () => void }) {
  const m = useMessages();
  const nameOf = useLayerName();
  const layer = useMapLayers().list.find(({ info }) => info.id === id);
  if (layer === undefined || !layer.visible) return null;
  return (
    <Alert
      severity="warning"
      onClose={onClose}
      sx={{
        position: 'absolute',
        bottom: 72,
        left: '50%',
        transform: 'translateX(-50%)',
        py: 0,
        boxShadow: 2,
        maxWidth: 'calc(100% - 24px)',
      }}
    >
      {m.map.layerUnreachable(nameOf(layer.info))}
    </Alert>
  );
}
