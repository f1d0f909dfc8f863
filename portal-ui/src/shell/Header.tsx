import ShoppingCart from '@mui/icons-material/ShoppingCart';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { holds, textSize, tokens, useConfig, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useSession } from '../session/session';
import { useCartCount } from '../session/useCart';
import { AccountMenu } from './AccountMenu';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';
import { MainNav } from './MainNav';
import { SurveyLink } from './SurveyLink';

const InboxBell = lazy(() =>
  import('../inbox/InboxBell').then((part) => ({ default: part.InboxBell })),
);

/** Room for the bell while it is on its way: what stands beside it does not move. */
const BELL_WIDTH = 40;

function CartButton() {
  const m = useMessages();
  const count = useCartCount();
  const name = m.basket.link(count);
  return (
    <Tooltip title={name}>
      <IconButton component={Link} to="/shopCar" color="inherit" aria-label={name}>
        <Badge badgeContent={count ?? 0} max={9999} color="error">
          <ShoppingCart />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}

export function Header() {
  const { me } = useSession();
  const { sysName } = useConfig();
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.25, sm: 1 },
        minHeight: 48,
        px: { xs: 1, sm: 2 },
        color: tokens.night.white,
        bgcolor: tokens.night.ground,
        borderBottom: 1,
        borderColor: tokens.night.raised,
      }}
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
          sx={{ fontWeight: 600, fontSize: textSize.part, display: { xs: 'none', lg: 'block' } }}
        >
          {sysName}
        </Typography>
      </Box>
      <MainNav />
      <SurveyLink />
      <LanguageSwitch compact />
      {me === null ? null : (
        <Suspense fallback={<Box sx={{ width: BELL_WIDTH }} />}>
          <InboxBell />
        </Suspense>
      )}
      {holds(me, '/shop/list') ? <CartButton /> : null}
      <AccountMenu />
    </Box>
  );
}
