import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type Faults, fieldFaults } from '@scenedock/ui-kit';
import { type FormEvent, useEffect, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { AreaFields } from '../parts/area/AreaFields';
import { SatellitesField } from '../parts/sceneFilter/SatellitesField';
import { useAreaDraft } from '../parts/sceneFilter/useAreaDraft';
import { useCall } from '../parts/useCall';
import { type CoverageChoice, FIRST_YEAR } from './useCoverageAddress';

interface CoverageFilterProps {
  choice: CoverageChoice;
  thisYear: number;
  onSubmit: (choice: CoverageChoice) => void;
}

/** Satellites, years and the area; a shapefile in a zip can be the area. */
export function CoverageFilter({ choice, thisYear, onSubmit }: CoverageFilterProps) {
  const { coverage: m, sceneFilter } = useAdminMessages();
  const [draft, setDraft] = useState(choice);
  const [faults, setFaults] = useState<Faults>({});
  const { area, setArea, addressArea } = useAreaDraft(choice.area);
  const { run, busy } = useCall(['areas']);
  useEffect(() => setDraft(choice), [choice]);
  const turned = draft.fromYear > draft.toYear;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (turned) return;
    const call = async () => {
      try {
        onSubmit({ ...draft, area: await addressArea() });
        setFaults({});
      } catch (error) {
        setFaults(fieldFaults(error));
        throw error;
      }
    };
    await run(call, { failed: sceneFilter.failed, faultsAtFields: true });
  };
  return (
    <Paper
      component="form"
      variant="outlined"
      role="search"
      aria-label={sceneFilter.title}
      noValidate
      onSubmit={(event) => void submit(event)}
      sx={{ p: 2 }}
    >
      <Stack spacing={2}>
        <SatellitesField
          chosen={draft.satellites}
          onChange={(satellites) => setDraft((now) => ({ ...now, satellites }))}
        />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '1fr 1fr' }}>
          <YearField
            label={m.fromYear}
            value={draft.fromYear}
            last={thisYear}
            onChange={(fromYear) => setDraft((now) => ({ ...now, fromYear }))}
          />
          <YearField
            label={m.toYear}
            value={draft.toYear}
            last={thisYear}
            fault={turned ? m.yearsTurned : undefined}
            onChange={(toYear) => setDraft((now) => ({ ...now, toYear }))}
          />
        </Box>
        <AreaFields
          required
          regionShown
          area={area}
          faults={faults}
          hint={m.areaHint}
          onChange={(next) => {
            setFaults({});
            setArea(next);
          }}
        />
        <Button
          type="submit"
          variant="contained"
          size="medium"
          loading={busy}
          sx={{ alignSelf: 'flex-start' }}
        >
          {m.count}
        </Button>
      </Stack>
    </Paper>
  );
}

interface YearFieldProps {
  label: string;
  value: number;
  last: number;
  fault?: string | undefined;
  onChange: (year: number) => void;
}

function YearField({ label, value, last, fault, onChange }: YearFieldProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      error={fault !== undefined}
      helperText={fault}
    >
      {Array.from({ length: last - FIRST_YEAR + 1 }, (_, n) => last - n).map((year) => (
        <MenuItem key={year} value={year}>
          {year}
        </MenuItem>
      ))}
    </TextField>
  );
}
