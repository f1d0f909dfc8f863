import CropFree from '@mui/icons-material/CropFree';
import PolylineOutlined from '@mui/icons-material/PolylineOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { AreaChip } from '../../area/AreaChip';
import type { AreaChoice } from '../../area/areaChoice';
import { type MapTool, useMapTool } from '../../map/mapTool';

const WktField = lazy(() =>
  import('../../area/WktField').then((part) => ({ default: part.WktField })),
);

type Props = {
  area: AreaChoice | null;
  /** Why the search refuses this area. */
  fault: string | null;
  onChange: (area: AreaChoice | null) => void;
  onZoom: (wkt: string) => void;
};

/** The searched area: drawn with a tool of the map or typed, one chip, and what the server says against it. */
export function AreaPart({ area, fault, onChange, onZoom }: Props) {
  const m = useMessages();
  const [typing, setTyping] = useState(false);
  const { tool: inUse, setTool } = useMapTool();
  const tool = (mode: MapTool) => ({
    variant: inUse === mode ? ('contained' as const) : ('outlined' as const),
    'aria-pressed': inUse === mode,
    onClick: () => setTool(inUse === mode ? 'none' : mode),
    sx: { flex: 1, whiteSpace: 'nowrap' },
  });
  return (
    <Stack spacing={1} sx={{ alignItems: 'stretch' }}>
      <Stack direction="row" spacing={0.75}>
        <Button {...tool('drawBox')} startIcon={<CropFree />}>
          {m.search.drawBox}
        </Button>
        <Button {...tool('drawPolygon')} startIcon={<PolylineOutlined />}>
          {m.search.drawPolygon}
        </Button>
        <Button
          aria-expanded={typing}
          onClick={() => setTyping(!typing)}
          sx={{ flex: 1, whiteSpace: 'nowrap' }}
        >
          {m.search.pasteWkt}
        </Button>
      </Stack>
      {typing ? (
        <Suspense>
          <WktField
            onApply={(next) => {
              onChange(next);
              setTyping(false);
            }}
          />
        </Suspense>
      ) : null}
      {area === null ? (
        <Typography variant="body2" color="textSecondary">
          {m.search.wholeMap}
        </Typography>
      ) : (
        <AreaChip area={area} onClear={() => onChange(null)} onZoom={onZoom} />
      )}
      {fault === null ? null : <Alert severity="error">{fault}</Alert>}
    </Stack>
  );
}
