import Clear from '@mui/icons-material/Clear';
import CropFree from '@mui/icons-material/CropFree';
import PolylineOutlined from '@mui/icons-material/PolylineOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { areaKm2, parseWkt, readArea } from '../geo/wkt';
import type { DrawMode } from '../map/useDraw';

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
  wkt: string | null;
  draw: DrawMode;
  onDraw: (mode: DrawMode) => void;
  onChange: (wkt: string | null) => void;
};

/** The searched area: drawn or pasted, one chip with its size. */
export function AreaField({ wkt, draw, onDraw, onChange }: Props) {
  const m = useMessages();
  const [pasting, setPasting] = useState(false);
  const km2 = wkt === null ? 0 : areaKm2(parseWkt(wkt) ?? []);
  const size = km2 < 100 ? km2.toFixed(2) : Math.round(km2).toLocaleString();
  const tool = (mode: DrawMode) => ({
    variant: draw === mode ? ('contained' as const) : ('outlined' as const),
    'aria-pressed': draw === mode,
    onClick: () => onDraw(draw === mode ? 'none' : mode),
  });
  return (
    <div>
      <Stack direction="row" spacing={0.75}>
        <Button {...tool('box')} startIcon={<CropFree />}>
          {m.search.drawBox}
        </Button>
        <Button {...tool('polygon')} startIcon={<PolylineOutlined />}>
          {m.search.drawPolygon}
        </Button>
        <Button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {m.search.pasteWkt}
        </Button>
      </Stack>
      {pasting ? (
        <PasteWkt
          onApply={(text) => {
            onChange(text);
            setPasting(false);
          }}
        />
      ) : null}
      <Chip
        sx={{ mt: 1 }}
        variant={wkt === null ? 'outlined' : 'filled'}
        label={wkt === null ? m.search.wholeMap : m.search.areaSize(size)}
        {...(wkt === null
          ? {}
          : {
              onDelete: () => onChange(null),
              deleteIcon: <Clear titleAccess={m.search.clearArea} />,
            })}
      />
    </div>
  );
}
