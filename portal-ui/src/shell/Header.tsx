import ShoppingCart from '@mui/icons-material/ShoppingCart';
import AppBar from '@mui/material/AppBar';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { Link, useLocation } from 'react-router';
import { InboxBell } from '../inbox/InboxBell';
import { isOrderPath, orderListPath } from '../orderRoutes';
import { useConfig } from '../parts/useConfig';
import { useSession } from '../session/session';
import { useCart } from '../session/useCart';
import { AccountMenu } from './AccountMenu';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';

type NavItemProps = { to: string; label: string; active: boolean };

function NavItem({ to, label, active }: NavItemProps) {
  return (
    <Button
      component={Link}
      to={to}
      aria-current={active ? 'page' : undefined}
      color="inherit"
      sx={{
        px: { xs: 1, sm: 1.5 },
        minWidth: 0,
        borderRadius: 0,
        height: 48,
        whiteSpace: 'nowrap',
        borderBottom: '3px solid transparent',
        borderTop: '3px solid transparent',
        '&[aria-current=page]': { borderBottomColor: '#5fd0c6', bgcolor: 'rgba(255,255,255,.08)' },
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
  const { pathname } = useLocation();
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
          <NavItem to="/search" label={m.nav.search} active={pathname === '/search'} />
          {me === null || me.role === 'operator' ? null : (
            <NavItem
              to={orderListPath('all')}
              active={isOrderPath(pathname)}
              label={me.role === 'applicant' ? m.nav.orders : m.nav.allOrders}
            />
          )}
          <NavItem to="/contactUs" label={m.nav.contact} active={pathname === '/contactUs'} />
        </Box>
        <LanguageSwitch compact />
        {me === null ? null : <InboxBell />}
        {me === null ? null : <CartButton />}
        <AccountMenu />
      </Toolbar>
    </AppBar>
  );
}
