import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { holds, type Me, offers, ownRoleNames, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { usePageWords } from '../results/usePageWords';

type Props = { me: Me; anchor: HTMLElement; onClose: () => void; onLeave: () => void };

/** One's own pages, and the way out. */
export default function PersonMenu({ me, anchor, onClose, onLeave }: Props) {
  const m = useMessages();
  const results = usePageWords();
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      <MenuItem disabled sx={{ '&.Mui-disabled': { opacity: 1 } }}>
        <ListItemText
          primary={me.loginName}
          secondary={[ownRoleNames(me, m), me.unit].filter(Boolean).join(' · ')}
        />
      </MenuItem>
      <Divider />
      <MenuItem component={Link} to="/account" onClick={onClose}>
        {m.nav.profile}
      </MenuItem>
      <MenuItem component={Link} to="/inbox" onClick={onClose}>
        {m.nav.inbox}
      </MenuItem>
      {holds(me, '/order/mine') ? (
        <MenuItem component={Link} to="/results" onClick={onClose}>
          {results.title}
        </MenuItem>
      ) : null}
      {offers(me, 'subscriptions') ? (
        <MenuItem component={Link} to="/subscriptions" onClick={onClose}>
          {m.nav.subscriptions}
        </MenuItem>
      ) : null}
      {offers(me, 'exports') ? (
        <MenuItem component={Link} to="/exports" onClick={onClose}>
          {m.nav.exports}
        </MenuItem>
      ) : null}
      <Divider />
      {offers(me, 'office') ? (
        <MenuItem component="a" href="/admin/">
          {m.nav.admin}
        </MenuItem>
      ) : null}
      <MenuItem onClick={onLeave}>{m.nav.signOut}</MenuItem>
    </Menu>
  );
}
