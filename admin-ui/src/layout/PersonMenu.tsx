import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { ownRoleNames, useMessages } from '@scenedock/ui-kit';
import { Logout, UserMenu } from 'react-admin';
import { useMe } from '../providers/useMe';

/** Who is signed in, with which roles, and the way out. */
export function PersonMenu() {
  const m = useMessages();
  const me = useMe();
  return (
    <UserMenu>
      {me && (
        <MenuItem disabled sx={{ '&.Mui-disabled': { opacity: 1 }, whiteSpace: 'normal' }}>
          <ListItemText
            primary={me.loginName}
            secondary={[ownRoleNames(me, m), me.unit].filter(Boolean).join(' · ')}
            sx={{ maxWidth: 280, overflowWrap: 'anywhere' }}
          />
        </MenuItem>
      )}
      <Logout />
    </UserMenu>
  );
}
