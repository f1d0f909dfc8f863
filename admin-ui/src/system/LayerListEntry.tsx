import Add from '@mui/icons-material/Add';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MapLayer } from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { moved } from '../parts/moved';
import { LayerFields } from './LayerFields';
import { NEW_LAYER, readLayers, writeLayers } from './layers';

interface LayerListEntryProps {
  label: string;
  value: string;
  token: string;
  onChange: (value: string) => void;
}

/** Further layers in their order. */
export function LayerListEntry({ label, value, token, onChange }: LayerListEntryProps) {
  const m = useAdminMessages().system.layer;
  const id = useId();
  const read = readLayers(value);
  const layers = read ?? [];
  const set = (next: readonly MapLayer[]) => onChange(writeLayers(next));
  return (
    <Box component="section" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 1 }}>
        <Typography id={id} variant="h3" component="h3" sx={{ flex: 1 }}>
          {label}
        </Typography>
        <Button startIcon={<Add />} onClick={() => set([...layers, NEW_LAYER])}>
          {m.add}
        </Button>
      </Stack>
      {read === null ? (
        <Alert severity="warning" sx={{ mb: 1, py: 0 }}>
          {m.unreadable}
        </Alert>
      ) : null}
      {layers.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {m.none}
        </Typography>
      ) : null}
      <Stack spacing={1.5}>
        {layers.map((layer, at) => {
          const name = layer.name || m.unnamed;
          return (
            <Paper key={at} variant="outlined" sx={{ p: 1.5 }}>
              <Stack direction="row" sx={{ alignItems: 'center', mb: 1 }}>
                <Typography sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {at + 1}. {name}
                </Typography>
                <IconTool
                  name={m.up(name)}
                  why={at === 0 ? m.first : null}
                  onClick={() => set(moved(layers, at, at - 1))}
                >
                  <ArrowUpward fontSize="small" />
                </IconTool>
                <IconTool
                  name={m.down(name)}
                  why={at === layers.length - 1 ? m.last : null}
                  onClick={() => set(moved(layers, at, at + 1))}
                >
                  <ArrowDownward fontSize="small" />
                </IconTool>
                <IconTool
                  name={m.remove(name)}
                  onClick={() => set(layers.filter((_, index) => index !== at))}
                >
                  <DeleteOutlined fontSize="small" />
                </IconTool>
              </Stack>
              <LayerFields
                layer={layer}
                token={token}
                onChange={(next) => set(layers.map((one, index) => (index === at ? next : one)))}
              />
            </Paper>
          );
        })}
      </Stack>
    </Box>
  );
}
