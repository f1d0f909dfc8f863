import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, type ScopeSubjectKind, useMessages, useSettled } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SUBJECTS, useUnitTree } from './useUnitTree';

/** Somebody or something by its id and name. */
export interface Named {
  id: string;
  name: string;
}

interface SubjectFieldsProps {
  subject: ScopeSubjectKind;
  chosen: Named | null;
  fault?: string | undefined;
  onSubject: (subject: ScopeSubjectKind) => void;
  onChoose: (chosen: Named | null) => void;
}

/** To whom a grant is made. */
export function SubjectFields(props: SubjectFieldsProps) {
  const { subject, chosen, fault, onSubject, onChoose } = props;
  const { scopes: m } = useAdminMessages();
  return (
    <>
      <TextField
        select
        label={m.subject}
        value={subject}
        onChange={({ target }) => {
          onSubject(SUBJECTS.find((one) => one === target.value) ?? 'everybody');
          onChoose(null);
        }}
        helperText={subject === 'everybody' ? m.everybodyHint : undefined}
        fullWidth
      >
        {SUBJECTS.map((one) => (
          <MenuItem key={one} value={one}>
            {m.subjects[one]}
          </MenuItem>
        ))}
      </TextField>
      {subject === 'unit' && <UnitField unit={chosen} fault={fault} onChange={onChoose} />}
      {subject === 'person' && <PersonField person={chosen} fault={fault} onChange={onChoose} />}
    </>
  );
}

/** Units that are drawn at once; typing finds the others. */
const firstUnits = createFilterOptions<Named>({ limit: 100 });

interface UnitFieldProps {
  unit: Named | null;
  label?: string;
  /** What stands in place of a unit; then the label is told to screen readers only. */
  none?: string;
  hint?: string;
  fault?: string | undefined;
  onChange: (unit: Named | null) => void;
}

/** A unit, found by its name. */
export function UnitField({ unit, label, none, hint, fault, onChange }: UnitFieldProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const { data, isPending } = useUnitTree();
  const units: Named[] = (data ?? []).map(({ id, name }) => ({ id, name }));
  return (
    <Autocomplete
      options={units}
      filterOptions={firstUnits}
      value={unit}
      onChange={(_, next) => onChange(next)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      closeText={common.close}
      clearText={common.clear}
      fullWidth
      renderInput={(params) => (
        <TextField
          {...params}
          {...(none === undefined ? { label: label ?? m.unit } : { placeholder: none })}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              ...(none === undefined ? {} : { 'aria-label': label }),
            },
          }}
          error={fault !== undefined}
          helperText={fault ?? hint}
        />
      )}
    />
  );
}

/** People that are offered at once; typing finds the others. */
const OFFERED = 20;

interface PersonFieldProps {
  person: Named | null;
  label?: string;
  hint?: string;
  fault?: string | undefined;
  onChange: (person: Named | null) => void;
}

/** A person, found by login name or name. */
export function PersonField({ person, label, hint, fault, onChange }: PersonFieldProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const [typed, setTyped] = useState('');
  const part = useSettled(typed.trim());
  const query = useQuery({
    queryKey: ['users', 'offered', part],
    queryFn: ({ signal }) =>
      api.users.list({ pageSize: OFFERED, ...(part === '' ? {} : { q: part }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const people: Named[] = (query.data?.items ?? []).map(({ id, loginName, person: { name } }) => ({
    id,
    name: name === '' ? loginName : `${name} (${loginName})`,
  }));
  return (
    <Autocomplete
      options={people}
      filterOptions={(all) => all}
      value={person}
      onChange={(_, next) => onChange(next)}
      onInputChange={(_, text, reason) => reason === 'input' && setTyped(text)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={query.isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      closeText={common.close}
      clearText={common.clear}
      fullWidth
      renderInput={(params) => (
        <TextField
          {...params}
          label={label ?? m.person}
          error={fault !== undefined}
          helperText={fault ?? hint ?? m.personHint}
        />
      )}
    />
  );
}
