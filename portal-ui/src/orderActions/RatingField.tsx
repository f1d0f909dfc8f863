import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { type Rating, useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';

type Props = {
  label: string;
  /** The ratings to choose from. */
  offered: readonly Rating[];
  value: Rating | null;
  /** What is wrong with it, when something is. */
  fault?: string | undefined;
  onChange: (rating: Rating) => void;
};

/** One rating in words. */
export function RatingField({ label, offered, value, fault, onChange }: Props) {
  const m = useMessages();
  const id = useId();
  return (
    <FormControl required error={fault !== undefined}>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={value ?? ''}
        onChange={(event) => onChange(Number(event.target.value) as Rating)}
      >
        {offered.map((rating) => (
          <FormControlLabel
            key={rating}
            value={rating}
            control={<Radio />}
            label={m.rating[rating]}
          />
        ))}
      </RadioGroup>
      {fault === undefined ? null : <FormHelperText sx={{ ml: 0 }}>{fault}</FormHelperText>}
    </FormControl>
  );
}
