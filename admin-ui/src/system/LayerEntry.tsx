import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LayerFields } from './LayerFields';
import { NEW_LAYER, readLayer } from './layers';

interface LayerEntryProps {
  label: string;
  value: string;
  token: string;
  onChange: (value: string) => void;
}

/** One layer, or that which the system brings with it. */
export function LayerEntry({ label, value, token, onChange }: LayerEntryProps) {
  const m = useAdminMessages().system;
  const id = useId();
  const [draft, setDraft] = useState(NEW_LAYER);
  const layer = readLayer(value);
  const own = value.trim() !== '';
  const choose = (custom: boolean) => {
    if (layer !== null) setDraft(layer);
    onChange(custom ? JSON.stringify(layer ?? draft) : '');
  };
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography id={id} variant="h3" component="h3">
        {label}
      </Typography>
      <RadioGroup
        row
        aria-labelledby={id}
        value={own ? 'custom' : 'packaged'}
        onChange={(_, choice) => choose(choice === 'custom')}
      >
        {(['packaged', 'custom'] as const).map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            label={m[one]}
            control={<Radio />}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </RadioGroup>
      {own && layer === null ? (
        <Alert severity="warning" sx={{ mb: 1, py: 0 }}>
          {m.layer.unreadable}
        </Alert>
      ) : null}
      {own ? (
        <Box sx={{ mt: 1 }}>
          <LayerFields
            layer={layer ?? draft}
            token={token}
            onChange={(next) => onChange(JSON.stringify(next))}
          />
        </Box>
      ) : null}
    </Box>
  );
}
