import CropSquare from '@mui/icons-material/CropSquare';
import HexagonOutlined from '@mui/icons-material/HexagonOutlined';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { Faults } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { OutlineMap } from '../map/OutlineMap';
import type { DrawnShape } from '../map/useDrawing';
import { OutlineUpload } from '../OutlineUpload';
import { useCheckedOutline } from '../useCheckedOutline';
import { MapBox } from './AreaOutline';
import { BoxFields } from './BoxFields';
import type { OwnArea } from './chosenArea';

/** Longest name of an area, in characters. */
const LONGEST_NAME = 100;

interface OwnAreaFieldsProps {
  area: OwnArea;
  faults: Faults;
  named: boolean;
  onChange: (area: OwnArea) => void;
}

/** An area of one's own: drawn on the map, read out of a file, or typed. */
export function OwnAreaFields({ area, faults, named, onChange }: OwnAreaFieldsProps) {
  const { scopes: m } = useAdminMessages();
  const [shape, setShape] = useState<DrawnShape | null>(null);
  const [note, setNote] = useState('');
  const outline = useCheckedOutline(area.wkt);
  const setWkt = (wkt: string) => {
    setNote('');
    onChange({ ...area, wkt });
  };
  const stop = () => setShape(null);
  const drawing = {
    shape,
    onDrawn: (wkt: string) => {
      stop();
      setWkt(wkt);
    },
    onCancel: stop,
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <ShapeButtons shape={shape} onChoose={setShape} />
        <OutlineUpload
          note={note}
          onRead={(read) => {
            setNote(read.note);
            const name = area.name || withoutEnding(read.fileName);
            onChange({ ...area, wkt: read.wkt, name });
          }}
        />
      </Stack>
      <MapBox>
        <OutlineMap wkt={outline.wkt ?? ''} label={m.areaMap} drawing={drawing} />
      </MapBox>
      <Typography role="status" variant="caption" color="textSecondary">
        {shape === null ? m.mapHint : m.drawHints[shape]}
      </Typography>
      <BoxFields wkt={area.wkt} onChange={setWkt} />
      <TextField
        label={m.wkt}
        value={area.wkt}
        onChange={({ target }) => setWkt(target.value)}
        error={(faults.wkt ?? outline.fault) !== undefined}
        helperText={faults.wkt ?? outline.fault ?? m.wktHint}
        multiline
        minRows={2}
        maxRows={6}
        fullWidth
      />
      {named && (
        <TextField
          label={m.areaName}
          value={area.name}
          onChange={({ target }) => onChange({ ...area, name: target.value })}
          error={faults.areaName !== undefined}
          helperText={faults.areaName}
          slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          fullWidth
        />
      )}
    </>
  );
}

/** What a file is called, without how its name ends. */
const withoutEnding = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, LONGEST_NAME);

interface ShapeButtonsProps {
  shape: DrawnShape | null;
  onChoose: (shape: DrawnShape | null) => void;
}

/** What is drawn on the map; pressing the same again draws nothing. */
function ShapeButtons({ shape, onChoose }: ShapeButtonsProps) {
  const { scopes: m } = useAdminMessages();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shape}
      aria-label={m.drawOnMap}
      // As high as the button beside it.
      sx={{ '& .MuiToggleButton-root': { color: 'text.primary', py: 0.25 } }}
      onChange={(_, next: DrawnShape | null) => onChoose(next)}
    >
      <ToggleButton value="box">
        <CropSquare fontSize="small" sx={{ mr: 0.75 }} />
        {m.draw.box}
      </ToggleButton>
      <ToggleButton value="polygon">
        <HexagonOutlined fontSize="small" sx={{ mr: 0.75 }} />
        {m.draw.polygon}
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
