import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { ErrorState, type LayerType, Loading, type MapLayer } from '@scenedock/ui-kit';
import { Component, lazy, type ReactNode, Suspense, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LAYER_TYPES, layerFault } from './layers';

const LayerTest = lazy(() => import('./LayerTest'));

interface LayerFieldsProps {
  layer: MapLayer;
  token: string;
  onChange: (layer: MapLayer) => void;
}

/** A layer that the map library does not understand must not take the form with it. */
class TestBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <ErrorState error={this.state.error} />
    );
  }
}

/** Name, address and kind of a map service, and whether it answers. */
export function LayerFields({ layer, token, onChange }: LayerFieldsProps) {
  const { layer: m, badAddress } = useAdminMessages().system;
  const [tested, setTested] = useState<MapLayer | null>(null);
  const fault = layerFault(layer);
  const set = (part: Partial<MapLayer>) => onChange({ ...layer, ...part });
  const urlFault = fault === 'url' ? m.urlNeeded : fault === 'address' ? badAddress : null;
  return (
    <Box>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 160px' },
        }}
      >
        <TextField
          label={m.name}
          value={layer.name}
          required
          error={fault === 'name'}
          helperText={fault === 'name' ? m.nameNeeded : undefined}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={m.layerName}
          value={layer.layerName}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          onChange={(event) => set({ layerName: event.target.value })}
        />
        <TextField
          select
          label={m.layerType}
          value={layer.layerType}
          onChange={(event) => set({ layerType: event.target.value as LayerType })}
        >
          {LAYER_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {m.names[type]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          label={m.layerUrl}
          value={layer.layerUrl}
          required
          error={urlFault !== null}
          helperText={urlFault ?? m.urlHint}
          slotProps={{ htmlInput: { maxLength: 1000, spellCheck: false } }}
          sx={{ gridColumn: '1 / -1' }}
          onChange={(event) => set({ layerUrl: event.target.value })}
        />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
        <FormControlLabel
          label={m.visible}
          control={<Switch checked={layer.visible} onChange={(_, visible) => set({ visible })} />}
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <Button
          variant="outlined"
          disabled={fault !== null}
          title={fault === null ? undefined : fault === 'name' ? m.nameNeeded : (urlFault ?? '')}
          onClick={() => setTested(layer)}
        >
          {m.test}
        </Button>
      </Box>
      {tested === null ? null : (
        <TestBoundary key={JSON.stringify([tested, token])}>
          <Suspense fallback={<Loading />}>
            <LayerTest layer={tested} token={token} />
          </Suspense>
        </TestBoundary>
      )}
    </Box>
  );
}
