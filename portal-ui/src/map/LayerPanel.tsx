import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Slider from '@mui/material/Slider';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { textSize, tokens, useMessages } from '@scenedock/ui-kit';
import { DensityLegend } from './DensityLegend';
import { useLayerName } from './layerName';
import type { LayerState } from './layerStates';
import { useMapLayers } from './mapLayers';
import { flatLayers } from './paneLayers';
import type { Lack, Lacks } from './useReach';

/** In pixels. */
export const LAYER_PANEL_WIDTH = 264;

type RowProps = { layer: LayerState; first: boolean; last: boolean; lack: Lack | undefined };

function LayerRow({ layer, first, last, lack }: RowProps) {
  const m = useMessages();
  const { change, move } = useMapLayers();
  const { info, visible, opacity } = layer;
  const name = useLayerName()(info);
  const fixed = info.role === 'annotation';
  const arrow = (by: 1 | -1, end: boolean) => {
    const label = by === 1 ? m.map.layerUp(name) : m.map.layerDown(name);
    const ended = by === 1 ? m.map.layerTop : m.map.layerBottom;
    return (
      <Tooltip title={fixed ? m.map.alwaysOnTop : end ? ended : label}>
        <span>
          <IconButton
            aria-label={label}
            disabled={fixed || end}
            onClick={() => move(info.id, by)}
            sx={{ p: 0.25 }}
          >
            {by === 1 ? (
              <ArrowUpward sx={{ fontSize: tokens.icon.text }} />
            ) : (
              <ArrowDownward sx={{ fontSize: tokens.icon.text }} />
            )}
          </IconButton>
        </span>
      </Tooltip>
    );
  };
  return (
    <Box component="li" sx={{ py: 0.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <FormControlLabel
          sx={{
            flex: 1,
            minWidth: 0,
            mr: 0.5,
            '& .MuiFormControlLabel-label': { fontSize: textSize.body },
          }}
          control={
            <Checkbox
              checked={visible}
              onChange={(_, checked) => change(info.id, { visible: checked })}
              sx={{ p: 0.5 }}
            />
          }
          label={name}
        />
        {arrow(1, first)}
        {arrow(-1, last)}
      </Box>
      {visible ? (
        <Slider
          size="small"
          aria-label={m.map.layerOpacity(name)}
          min={10}
          max={100}
          step={5}
          value={Math.round(opacity * 100)}
          valueLabelDisplay="auto"
          valueLabelFormat={(percent) => `${percent}%`}
          onChange={(_, percent) => change(info.id, { opacity: Number(percent) / 100 })}
          sx={{ display: 'block', ml: 3.75, width: 'calc(100% - 42px)', py: 0.75 }}
        />
      ) : null}
      {lack !== undefined && visible ? (
        <Typography
          variant="caption"
          color={lack === 'missing' ? 'textSecondary' : 'error'}
          sx={{ display: 'block', ml: 3.75 }}
        >
          {lack === 'missing' ? m.map.layerMissing(name) : m.map.layerUnreachable(name)}
        </Typography>
      ) : null}
    </Box>
  );
}

type Props = { lacks: Lacks; density: boolean; globe?: boolean };

/** Which layers are shown, in which order, how opaque. Uppermost first. */
export function LayerPanel({ lacks, density, globe = false }: Props) {
  const m = useMessages();
  const { list, reset } = useMapLayers();
  const rows = (globe ? [...list] : flatLayers(list)).reverse();
  const bases = rows.filter(({ info }) => info.role === 'base');
  return (
    <Box sx={{ width: LAYER_PANEL_WIDTH, p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="h3" component="h2">
          {m.map.layers}
        </Typography>
        <Button onClick={reset}>{m.map.layersReset}</Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map((layer) => (
          <LayerRow
            key={layer.info.id}
            layer={layer}
            first={layer === bases[0]}
            last={layer === bases.at(-1)}
            lack={lacks.get(layer.info.id)}
          />
        ))}
      </Box>
      {density ? <DensityLegend /> : null}
    </Box>
  );
}
