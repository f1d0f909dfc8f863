import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { textSize, useMessages } from '@scenedock/ui-kit';
import { useLayerName } from './layerName';
import type { LayerState } from './layerStates';
import { basesOf } from './paneLayers';

type Props = {
  label: string;
  value: string;
  list: readonly LayerState[];
  onChange: (base: string) => void;
};

/** Chooses the base map of a pane or of a side. */
export function BaseSelect({ label, value, list, onChange }: Props) {
  const m = useMessages();
  const nameOf = useLayerName();
  const bases = basesOf(list);
  const known = bases.some(({ info }) => info.id === value) ? value : '';
  return (
    <Select
      value={known}
      displayEmpty
      onChange={({ target }) => onChange(target.value)}
      inputProps={{ 'aria-label': label }}
      sx={{
        bgcolor: 'background.paper',
        maxWidth: 150,
        fontSize: textSize.note,
        boxShadow: 1,
        '& .MuiSelect-select': { py: 0.5, pl: 1 },
      }}
    >
      <MenuItem value="">{m.map.asLayers}</MenuItem>
      {bases.map(({ info }) => (
        <MenuItem key={info.id} value={info.id}>
          {nameOf(info)}
        </MenuItem>
      ))}
    </Select>
  );
}
