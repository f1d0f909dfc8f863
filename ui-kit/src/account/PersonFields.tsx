import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Person } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import type { Faults } from './personForm';

/** Characters that the server keeps of a text. */
const LONGEST = 200;

/** Two columns where there is room. */
export const FIELD_GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 2,
  alignItems: 'start',
} as const;

type TextKey = Exclude<keyof Person, 'sex'>;

type Props = {
  person: Person;
  faults: Faults;
  /** Name, unit and mobile number are needed; otherwise the name is enough. */
  complete: boolean;
  onChange: (person: Person) => void;
};

const MAIN = ['name', 'unit', 'phoneMobile', 'email'] as const;
const MORE = ['nickName', 'phoneWork', 'fax', 'address', 'idNumber'] as const;

/** How browsers fill a field in by themselves. */
const AUTOCOMPLETE: Record<TextKey, string> = {
  name: 'name',
  unit: 'organization',
  phoneMobile: 'tel',
  email: 'email',
  nickName: 'nickname',
  phoneWork: 'off',
  fax: 'off',
  address: 'street-address',
  idNumber: 'off',
};

/** What a person tells of oneself; what is not needed lies behind a fold. */
export function PersonFields({ person, faults, complete, onChange }: Props) {
  const m = useMessages();
  const isFaulty = (keys: readonly string[]) => keys.some((key) => faults[key] !== undefined);
  const [isOpen, setOpen] = useState(() => MORE.some((key) => person[key] !== ''));
  const needed: readonly TextKey[] = complete ? ['name', 'unit', 'phoneMobile'] : ['name'];
  const field = (key: TextKey) => (
    <TextField
      key={key}
      label={m.person[key]}
      value={person[key]}
      type={key === 'email' ? 'email' : 'text'}
      autoComplete={AUTOCOMPLETE[key]}
      required={needed.includes(key)}
      error={faults[key] !== undefined}
      helperText={faults[key]}
      onChange={(event) => onChange({ ...person, [key]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: LONGEST } }}
      fullWidth
    />
  );
  return (
    <>
      <Box sx={FIELD_GRID}>{MAIN.map(field)}</Box>
      <Accordion
        variant="outlined"
        disableGutters
        expanded={isOpen || isFaulty([...MORE, 'sex'])}
        onChange={(_, open) => setOpen(open)}
      >
        <AccordionSummary expandIcon={<ExpandMore />}>
          <Typography variant="body2">{m.person.more}</Typography>
        </AccordionSummary>
        <AccordionDetails>
          <Box sx={FIELD_GRID}>
            {MORE.map(field)}
            <TextField
              select
              label={m.person.sex}
              value={person.sex === null || person.sex === undefined ? '' : String(person.sex)}
              error={faults.sex !== undefined}
              helperText={faults.sex}
              onChange={({ target }) =>
                onChange({ ...person, sex: target.value === '' ? null : Number(target.value) })
              }
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              fullWidth
            >
              {(['', '1', '0'] as const).map((code) => (
                <MenuItem key={code} value={code}>
                  {m.person.sexes[code]}
                </MenuItem>
              ))}
            </TextField>
          </Box>
        </AccordionDetails>
      </Accordion>
    </>
  );
}
