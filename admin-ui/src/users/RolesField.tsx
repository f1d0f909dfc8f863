import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type RoleName, useMessages, useRoleName } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useRoleChoices } from './useRoleChoices';

interface RolesFieldProps {
  roles: readonly RoleName[];
  fault?: string | undefined;
  onChange: (roles: RoleName[]) => void;
}

/** The roles of a person, found by name. */
export function RolesField({ roles, fault, onChange }: RolesFieldProps) {
  const { common } = useMessages();
  const { users: m, roles: r } = useAdminMessages();
  const nameOf = useRoleName();
  const [typed, setTyped] = useState('');
  const { offered, isPending } = useRoleChoices(typed);
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
      loading={isPending}
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
