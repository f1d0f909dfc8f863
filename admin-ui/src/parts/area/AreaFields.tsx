import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { catalogue, type Faults, useMessages, useSettled } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { RegionOutline } from './AreaOutline';
import type { ChosenArea } from './chosenArea';
import { OwnAreaFields } from './OwnAreaFields';

const KINDS = ['none', 'region', 'wkt'] as const;
const EMPTY: { [K in (typeof KINDS)[number]]: Extract<ChosenArea, { kind: K }> } = {
  none: { kind: 'none' },
  region: { kind: 'region', code: '', name: '' },
  wkt: { kind: 'wkt', wkt: '', name: '' },
};

interface AreaFieldsProps {
  area: ChosenArea;
  faults: Faults;
  /** What an area does; said where one can be given. */
  hint: string;
  /** Where there is to be one: everywhere is no choice then. */
  required?: boolean;
  /** Whether an area of one's own has a name. */
  named?: boolean;
  /** Where the page shows the outline of a region itself. */
  regionShown?: boolean;
  onChange: (area: ChosenArea) => void;
}

/** An area of scenes: everywhere, a region, or one of one's own. */
export function AreaFields(props: AreaFieldsProps) {
  const { area, faults, hint, onChange } = props;
  const { required = false, named = false, regionShown = false } = props;
  const { scopes: m } = useAdminMessages();
  return (
    <>
      <TextField
        select
        label={m.area}
        value={area.kind}
        onChange={({ target }) =>
          onChange(EMPTY[KINDS.find((kind) => kind === target.value) ?? 'none'])
        }
        helperText={area.kind === 'none' ? undefined : hint}
        fullWidth
      >
        {KINDS.filter((kind) => !required || kind !== 'none').map((kind) => (
          <MenuItem key={kind} value={kind}>
            {m.areaKinds[kind]}
          </MenuItem>
        ))}
      </TextField>
      {area.kind === 'region' && (
        <>
          <RegionField area={area} fault={faults.region} onChange={onChange} />
          {area.code !== '' && !regionShown && <RegionOutline code={area.code} name={area.name} />}
        </>
      )}
      {area.kind === 'wkt' && (
        <OwnAreaFields area={area} faults={faults} named={named} onChange={onChange} />
      )}
    </>
  );
}

type RegionArea = Extract<ChosenArea, { kind: 'region' }>;

interface RegionFieldProps {
  area: RegionArea;
  fault?: string | undefined;
  onChange: (area: ChosenArea) => void;
}

function RegionField({ area, fault, onChange }: RegionFieldProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const [typed, setTyped] = useState('');
  const part = useSettled(typed.trim());
  const query = useQuery({
    queryKey: ['regions', 'offered', part],
    queryFn: ({ signal }) =>
      catalogue.regions(part === '' ? { level: 'province' } : { q: part }, { signal }),
    placeholderData: keepPreviousData,
  });
  const regions = Object.values(query.data?.groups ?? {})
    .flat()
    .map(
      ({ areaCode, areaName }): RegionArea => ({
        kind: 'region',
        code: areaCode,
        name: areaName,
      }),
    );
  return (
    <Autocomplete
      options={regions}
      filterOptions={(all) => all}
      value={area.code === '' ? null : area}
      onChange={(_, next) => onChange(next ?? EMPTY.region)}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ code }) => code}
      isOptionEqualToValue={(one, other) => one.code === other.code}
      loading={query.isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      closeText={common.close}
      clearText={common.clear}
      fullWidth
      renderInput={(params) => (
        <TextField {...params} label={m.region} error={fault !== undefined} helperText={fault} />
      )}
    />
  );
}
