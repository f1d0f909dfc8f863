import Clear from '@mui/icons-material/Clear';
import CropFree from '@mui/icons-material/CropFree';
import PolylineOutlined from '@mui/icons-material/PolylineOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { type AreaChoice, useArea } from '../area/areaChoice';
import { readArea } from '../geo/wkt';
import { type MapTool, useMapTool } from '../map/mapTool';

type PasteProps = { onApply: (wkt: string) => void };

function PasteWkt({ onApply }: PasteProps) {
  const m = useMessages();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const apply = () => {
    const area = readArea(text);
    if ('wkt' in area) onApply(area.wkt);
    else setFault(area.fault === 'range' ? m.search.wktRange : m.search.wktInvalid);
  };
  return (
    <Stack spacing={1} sx={{ mt: 1 }}>
      <TextField
        multiline
        minRows={2}
        maxRows={5}
        label={m.search.wktLabel}
        value={text}
        error={fault !== null}
        helperText={fault}
        onChange={(event) => {
          setText(event.target.value);
          setFault(null);
        }}
      />
      <Button variant="outlined" onClick={apply} disabled={text.trim() === ''}>
        {m.search.apply}
      </Button>
    </Stack>
  );
}

type Props = {
  area: AreaChoice | null;
  onChange: (area: AreaChoice | null) => void;
};

/** The searched area: drawn or pasted, one chip with its size. */
export function AreaField({ area, onChange }: Props) {
  const m = useMessages();
  const [pasting, setPasting] = useState(false);
  const { shown } = useArea(area);
  const { tool: inUse, setTool } = useMapTool();
  const km2 = shown?.km2 ?? 0;
  const size = km2 < 100 ? km2.toFixed(2) : Math.round(km2).toLocaleString();
  const tool = (mode: MapTool) => ({
    variant: inUse === mode ? ('contained' as const) : ('outlined' as const),
    'aria-pressed': inUse === mode,
    onClick: () => setTool(inUse === mode ? 'none' : mode),
  });
  return (
    <div>
      <Stack direction="row" spacing={0.75}>
        <Button {...tool('drawBox')} startIcon={<CropFree />}>
          {m.search.drawBox}
        </Button>
        <Button {...tool('drawPolygon')} startIcon={<PolylineOutlined />}>
          {m.search.drawPolygon}
        </Button>
        <Button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {m.search.pasteWkt}
        </Button>
      </Stack>
      {pasting ? (
        <PasteWkt
          onApply={(wkt) => {
            onChange({ kind: 'drawn', wkt });
            setPasting(false);
          }}
        />
      ) : null}
      <Chip
        sx={{ mt: 1 }}
        variant={area === null ? 'outlined' : 'filled'}
        label={area === null ? m.search.wholeMap : m.search.areaSize(size)}
        {...(area === null
          ? {}
          : {
              onDelete: () => onChange(null),
              deleteIcon: <Clear titleAccess={m.search.clearArea} />,
            })}
      />
    </div>
  );
}
