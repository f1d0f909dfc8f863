import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type RoleName, useMessages, useRoleName } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useRoles } from '../roles/useRoles';

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
  const query = useRoles('', 1, OFFERED);
  const found = useRoles(typed, 1, OFFERED);
  // Those that every installation has are found by what they are called here, the others by the server.
  const offered = [
    ...(query.data?.items ?? []).filter(({ builtIn }) => builtIn),
    ...(found.data?.items ?? []).filter(({ builtIn }) => !builtIn),
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
