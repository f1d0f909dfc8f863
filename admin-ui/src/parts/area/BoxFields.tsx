import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { boxOf, boxWkt, NO_BOX, SIDES, type Side } from './boxCorners';

interface BoxFieldsProps {
  wkt: string;
  onChange: (wkt: string) => void;
}

/** A rectangle by its four sides: the way to draw one without a pointer. */
export function BoxFields({ wkt, onChange }: BoxFieldsProps) {
  const { scopes: m } = useAdminMessages();
  const [typed, setTyped] = useState({ wkt, box: boxOf(wkt) ?? NO_BOX });
  // Whatever else has changed the outline counts more than what was typed here.
  const box = typed.wkt === wkt ? typed.box : (boxOf(wkt) ?? NO_BOX);
  const change = (side: Side, value: string) => {
    const next = { ...box, [side]: value };
    const outline = boxWkt(next) ?? wkt;
    setTyped({ wkt: outline, box: next });
    if (outline !== wkt) onChange(outline);
  };
  const isFull = SIDES.every((side) => box[side].trim() !== '');
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {m.box}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
        }}
      >
        {SIDES.map((side) => (
          <TextField
            key={side}
            label={m.sides[side]}
            value={box[side]}
            onChange={({ target }) => change(side, target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      </Box>
      {isFull && boxWkt(box) === null && <FormHelperText error>{m.boxWrong}</FormHelperText>}
    </Box>
  );
}
