import ShoppingCart from '@mui/icons-material/ShoppingCart';
import AppBar from '@mui/material/AppBar';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { Link, NavLink } from 'react-router';
import { useConfig } from '../parts/useConfig';
import { useSession } from '../session/session';
import { useCart } from '../session/useCart';
import { AccountMenu } from './AccountMenu';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';

function NavItem({ to, label }: { to: string; label: string }) {
  return (
    <Button
      component={NavLink}
      to={to}
      color="inherit"
      sx={{
        px: { xs: 1, sm: 1.5 },
        minWidth: 0,
        borderRadius: 0,
        height: 48,
        whiteSpace: 'nowrap',
        borderBottom: '3px solid transparent',
        borderTop: '3px solid transparent',
        '&.active': { borderBottomColor: '#5fd0c6', bgcolor: 'rgba(255,255,255,.08)' },
      }}
    >
      {label}
    </Button>
  );
}

function CartButton() {
  const m = useMessages();
  const { scenes } = useCart();
  return (
    <IconButton
      component={Link}
      to="/shopCar"
      color="inherit"
      aria-label={`${m.nav.cart} ${scenes.length}`}
    >
      <Badge badgeContent={scenes.length} max={999} color="error">
        <ShoppingCart />
      </Badge>
    </IconButton>
  );
}

export function Header() {
  const m = useMessages();
  const { me } = useSession();
  const { sysName } = useConfig();
  return (
    <AppBar position="sticky" elevation={0} sx={{ bgcolor: 'primary.dark' }}>
      <Toolbar
        variant="dense"
        sx={{ gap: { xs: 0.25, sm: 1 }, minHeight: 48, px: { xs: 1, sm: 2 } }}
      >
        <Box
          component={Link}
          to="/search"
          aria-label={sysName}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'inherit', minWidth: 0 }}
          style={{ textDecoration: 'none' }}
        >
          <Brand />
          <Typography
            component="span"
            noWrap
            sx={{ fontWeight: 600, fontSize: 16, display: { xs: 'none', md: 'block' } }}
          >
            {sysName}
          </Typography>
        </Box>
        <Box
          component="nav"
          aria-label={m.nav.main}
          sx={{ display: 'flex', ml: { xs: 0.5, md: 3 }, flex: 1, overflowX: 'auto' }}
        >
          <NavItem to="/search" label={m.nav.search} />
          {me === null ? null : (
            <NavItem
              to="/orderManage"
              label={me.role === 'applicant' ? m.nav.orders : m.nav.allOrders}
            />
          )}
          <NavItem to="/contactUs" label={m.nav.contact} />
        </Box>
        <LanguageSwitch compact />
        {me === null ? null : <CartButton />}
        <AccountMenu />
      </Toolbar>
    </AppBar>
  );
}
