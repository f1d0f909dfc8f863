import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  holds,
  type Me,
  type MenuPart,
  type Messages,
  tokens,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isOrderPath } from '../orderRoutes';
import { useSession } from '../session/session';

export type NavItem = { to: string; label: string; active: boolean };

export const SURVEY_PATH = '/survey';

/** The list that each role begins with: what waits for them. */
export const HOME_LIST = {
  applicant: 'all',
  admin: 'stayAudit',
  operator: 'pastAudit',
} as const;

/** The pages of the user centre that are not orders. */
const OWN_PAGES = [
  '/shopCar',
  '/account',
  '/inbox',
  '/exports',
  '/subscriptions',
  '/results',
  '/queue',
];

/** What the lines of the menu are called. What this version does not know has no place on the bar. */
const WORDS: Readonly<Record<string, (m: Messages, me: Me | null) => string>> = {
  search: (m) => m.nav.search,
  products: (m) => m.nav.products,
  guide: (m) => m.nav.guide,
  news: (m) => m.nav.news,
  contact: (m) => m.nav.contact,
  orders: (m, me) => (holds(me, '/order/all') ? m.nav.allOrders : m.nav.orders),
  userCentre: (m) => m.site.userCentre,
};

/**
 * The bar as the server sends it: the first entry's children are its lines (portal specification section 2). What else somebody
 * is offered, such as exports and the back office, is in the menu of the account (PersonMenu).
 */
export function navItems(
  menu: readonly MenuPart[],
  me: Me | null,
  pathname: string,
  m: Messages,
): NavItem[] {
  return (menu[0]?.children ?? []).flatMap(({ key, path }): NavItem[] => {
    const word = WORDS[key];
    return word === undefined
      ? []
      : [{ to: path, label: word(m, me), active: isHere(key, path, pathname) }];
  });
}

function isHere(key: string, path: string, pathname: string): boolean {
  if (key === 'orders') return isOrderPath(pathname);
  if (key === 'userCentre') return OWN_PAGES.includes(pathname);
  return `${pathname}/`.startsWith(`${path}/`);
}

/** The menu of whoever is signed in, or of guests; empty while the server has not said. */
function useMenu(me: Me | null): readonly MenuPart[] {
  const { menu } = useConfig();
  return me?.menu ?? menu ?? [];
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
        px: { md: 1, lg: 1.5 },
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

/** The pages side by side, or behind one button where they have no room: one's own come last, and must not be cut off. */
export function MainNav() {
  const m = useMessages();
  const { me } = useSession();
  const { pathname } = useLocation();
  const items = navItems(useMenu(me), me, pathname, m);
  // Beside the pages where there is room for it (SurveyLink).
  const survey = { to: SURVEY_PATH, label: m.survey.link, active: pathname === SURVEY_PATH };
  return (
    <Box
      component="nav"
      aria-label={m.nav.main}
      sx={{ flex: 1, minWidth: 0, ml: { md: 1, lg: 3 } }}
    >
      <Box sx={{ display: { xs: 'none', md: 'flex' }, overflowX: 'auto', scrollbarWidth: 'none' }}>
        <NavRow items={items} />
      </Box>
      <Box sx={{ display: { xs: 'flex', md: 'none' }, alignItems: 'center' }}>
        <FoldedNav items={[...items, survey]} />
      </Box>
    </Box>
  );
}
