import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { holds, type Me, type Messages, offers, tokens, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isOrderPath, orderListPath } from '../orderRoutes';
import { useSession } from '../session/session';

export type NavItem = { to: string; label: string; active: boolean };

export const SURVEY_PATH = '/survey';

/** Where the user centre begins, as the specification has it. */
const USER_CENTRE = '/manage/person/shopCar';

/** The list that each role begins with: what waits for them. */
export const HOME_LIST = {
  applicant: 'all',
  admin: 'stayAudit',
  operator: 'pastAudit',
} as const;

/** The pages of the user centre that are not orders. */
const OWN_PAGES = ['/shopCar', '/account', '/inbox', '/exports'];

/** The way to the pages that exist; guests see the public ones. */
export function navItems(me: Me | null, pathname: string, m: Messages): NavItem[] {
  const at = (to: string, label: string): NavItem => ({
    to,
    label,
    active: `${pathname}/`.startsWith(`${to}/`),
  });
  const orders = {
    to: orderListPath(me === null ? 'all' : HOME_LIST[me.role]),
    label: holds(me, '/order/all') ? m.nav.allOrders : m.nav.orders,
    active: isOrderPath(pathname),
  };
  const centre = {
    to: offers(me, 'cart') ? USER_CENTRE : '/account',
    label: m.site.userCentre,
    active: OWN_PAGES.includes(pathname),
  };
  return [
    at('/search', m.nav.search),
    ...(offers(me, 'orders') ? [orders] : []),
    ...(me === null ? [] : [centre]),
    at('/productIntro', m.nav.products),
    at('/userGuide', m.nav.guide),
    at('/news', m.nav.news),
    at('/contactUs', m.nav.contact),
  ];
}

function NavRow({ items }: { items: NavItem[] }) {
  return items.map(({ to, label, active }) => (
    <Button
      key={to}
      component={Link}
      to={to}
      aria-current={active ? 'page' : undefined}
      color="inherit"
      sx={{
        px: 1.5,
        minWidth: 0,
        flex: 'none',
        borderRadius: 0,
        height: 48,
        whiteSpace: 'nowrap',
        borderBottom: '3px solid transparent',
        borderTop: '3px solid transparent',
        '&[aria-current=page]': {
          borderBottomColor: tokens.night.action,
          bgcolor: tokens.night.lit,
        },
      }}
    >
      {label}
    </Button>
  ));
}

function FoldedNav({ items }: { items: NavItem[] }) {
  const m = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const here = items.find((item) => item.active);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={m.site.menu}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MenuIcon />
      </IconButton>
      <Box component="span" sx={{ fontWeight: 600, ml: 0.5 }}>
        {here?.label}
      </Box>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {items.map(({ to, label, active }) => (
          <MenuItem
            key={to}
            component={Link}
            to={to}
            selected={active}
            aria-current={active ? 'page' : undefined}
            onClick={() => setAnchor(null)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The pages side by side, or behind one button on a phone. */
export function MainNav() {
  const m = useMessages();
  const { me } = useSession();
  const { pathname } = useLocation();
  const items = navItems(me, pathname, m);
  // Beside the pages where there is room for it (SurveyLink).
  const survey = { to: SURVEY_PATH, label: m.survey.link, active: pathname === SURVEY_PATH };
  return (
    <Box component="nav" aria-label={m.nav.main} sx={{ flex: 1, minWidth: 0, ml: { md: 3 } }}>
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, overflowX: 'auto', scrollbarWidth: 'none' }}>
        <NavRow items={items} />
      </Box>
      <Box sx={{ display: { xs: 'flex', sm: 'none' }, alignItems: 'center' }}>
        <FoldedNav items={[...items, survey]} />
      </Box>
    </Box>
  );
}
