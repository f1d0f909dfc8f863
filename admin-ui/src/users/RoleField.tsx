import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type Role, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ROLES } from './useUserAddress';

interface RoleFieldProps {
  role: Role;
  /** Why it cannot be changed. */
  locked?: string | undefined;
  onChange: (role: Role) => void;
}

export function RoleField({ role, locked, onChange }: RoleFieldProps) {
  const { role: roles } = useMessages();
  const { users: m } = useAdminMessages();
  return (
    <TextField
      select
      label={m.role}
      value={role}
      disabled={locked !== undefined}
      helperText={locked}
      onChange={(event) => onChange(event.target.value as Role)}
      required
      fullWidth
    >
      {ROLES.map((one) => (
        <MenuItem key={one} value={one}>
          {roles[one]}
        </MenuItem>
      ))}
    </TextField>
  );
}
