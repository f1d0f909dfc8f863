import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type RoleName, type StoredRole, useMessages, useRoleName } from '@scenedock/ui-kit';
import { keepPreviousData } from '@tanstack/react-query';
import { useGetList } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface RolesFieldProps {
  roles: readonly RoleName[];
  fault?: string | undefined;
  onChange: (roles: RoleName[]) => void;
}

/** Most roles that are offered at once; typing finds the others. */
const OFFERED = 50;

/** The roles of a person, found by name. */
export function RolesField({ roles, fault, onChange }: RolesFieldProps) {
  const { common } = useMessages();
  const { users: m, roles: r } = useAdminMessages();
  const nameOf = useRoleName();
  const [typed, setTyped] = useState('');
  const pagination = { page: 1, perPage: OFFERED };
  const query = useGetList<StoredRole>('role', { pagination });
  const filter = typed === '' ? {} : { q: typed };
  const options = { placeholderData: keepPreviousData };
  const found = useGetList<StoredRole>('role', { pagination, filter }, options);
  // Those that every installation has are found by what they are called here, the others by the server.
  const offered = [
    ...(query.data ?? []).filter(({ builtIn }) => builtIn),
    ...(found.data ?? []).filter(({ builtIn }) => !builtIn),
  ].map(({ id, name }) => ({ id, name }));
  return (
    <Autocomplete
      multiple
      options={offered}
      value={[...roles]}
      onChange={(_, next) => onChange(next)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={query.isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      openText={r.choose}
      closeText={common.close}
      clearText={common.clear}
      renderInput={(params) => (
        <TextField
          {...params}
          label={m.role}
          error={fault !== undefined}
          helperText={fault}
          required
        />
      )}
    />
  );
}
