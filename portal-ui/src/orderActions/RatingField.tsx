import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
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
  /** It is needed and was not given; what is to be done is said once, beside the form. */
  missed: boolean;
  onChange: (rating: Rating) => void;
};

/** One rating in words. */
export function RatingField({ label, offered, value, missed, onChange }: Props) {
  const m = useMessages();
  const id = useId();
  return (
    <FormControl required error={missed}>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        aria-invalid={missed}
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
    </FormControl>
  );
}
