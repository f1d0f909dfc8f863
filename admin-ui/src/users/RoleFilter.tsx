import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type RoleName, type StoredRole, useMessages, useRoleName } from '@scenedock/ui-kit';
import { useGetOne, useInput } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FILTER_GROUND } from '../parts/list/ListFilters';
import { useRoleChoices } from './useRoleChoices';

/** Narrows the list to the people of one role, found by name. */
export function RoleFilter() {
  const { common } = useMessages();
  const { users: m, roles: r } = useAdminMessages();
  const nameOf = useRoleName();
  const { id, field } = useInput<string>({ source: 'role' });
  const [typed, setTyped] = useState('');
  const { offered, isPending } = useRoleChoices(typed);
  const role = useRoleOfAddress(field.value, offered);
  return (
    <Autocomplete<RoleName>
      id={id}
      options={offered}
      value={role}
      onChange={(_, next) => field.onChange(next?.id ?? '')}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onBlur={field.onBlur}
      getOptionLabel={nameOf}
      getOptionKey={(one) => one.id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      openText={r.choose}
      closeText={common.close}
      clearText={common.clear}
      renderInput={({ slotProps, ...params }) => (
        <TextField
          {...params}
          label={m.role}
          placeholder={m.anyRole}
          slotProps={{ ...slotProps, inputLabel: { ...slotProps.inputLabel, shrink: true } }}
        />
      )}
      // What stands for every role is a choice as in the other filters, not a hint.
      sx={{
        width: 200,
        ...FILTER_GROUND,
        '& input::placeholder': { color: 'text.primary', opacity: 1 },
      }}
    />
  );
}

/** The role that the address names. One that is not offered is asked for; one that is gone has no name. */
function useRoleOfAddress(id: string, offered: readonly RoleName[]): RoleName | null {
  const known = offered.find((role) => role.id === id);
  const isUnknown = id !== '' && known === undefined;
  const { data } = useGetOne<StoredRole>('role', { id }, { enabled: isUnknown, retry: false });
  if (id === '') return null;
  return known ?? { id, name: data?.id === id ? data.name : '' };
}
