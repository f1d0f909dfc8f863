import AccountCircle from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { holds, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session/session';
import { signInPath } from '../session/signInPath';

export function AccountMenu() {
  const m = useMessages();
  const { pathname, search } = useLocation();
  const { me, pending, signOut } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (pending) return null;
  if (me === null) {
    return (
      <Button
        component={Link}
        to={signInPath(`${pathname}${search}`)}
        variant="outlined"
        color="inherit"
      >
        {m.nav.signIn}
      </Button>
    );
  }
  const leave = () => {
    setAnchor(null);
    void signOut();
  };
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${m.nav.account} ${me.userName}`}
        sx={{ minWidth: 0, gap: 1 }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircle fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {me.userName}
        </Box>
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem disabled sx={{ '&.Mui-disabled': { opacity: 1 } }}>
          <ListItemText
            primary={me.loginName}
            secondary={[m.role[me.role], me.unit].filter(Boolean).join(' · ')}
          />
        </MenuItem>
        <Divider />
        <MenuItem component={Link} to="/account" onClick={() => setAnchor(null)}>
          {m.nav.profile}
        </MenuItem>
        <MenuItem component={Link} to="/inbox" onClick={() => setAnchor(null)}>
          {m.nav.inbox}
        </MenuItem>
        {holds(me, '/export/list') ? (
          <MenuItem component={Link} to="/exports" onClick={() => setAnchor(null)}>
            {m.nav.exports}
          </MenuItem>
        ) : null}
        <MenuItem component={Link} to="/survey" onClick={() => setAnchor(null)}>
          {m.survey.link}
        </MenuItem>
        <Divider />
        {me.role === 'applicant' ? null : (
          <MenuItem component="a" href="/admin/">
            {m.nav.admin}
          </MenuItem>
        )}
        <MenuItem onClick={leave}>{m.nav.signOut}</MenuItem>
      </Menu>
    </>
  );
}
