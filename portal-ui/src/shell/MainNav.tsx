import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {
  holds,
  type Me,
  type Messages,
  type PortalPage,
  tokens,
  useMessages,
} from '@scenedock/ui-kit';
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
const OWN_PAGES = [
  '/shopCar',
  '/account',
  '/inbox',
  '/exports',
  '/subscriptions',
  '/results',
  '/queue',
];

/** What guests are offered: what the server offers to whoever holds nothing (`PortalPage::is_offered` in `domain::menu`). */
export const GUEST_PAGES: readonly PortalPage[] = [
  'search',
  'products',
  'guide',
  'news',
  'contact',
];

/** The pages that explain and tell, and the search. */
const PUBLIC: Readonly<Partial<Record<PortalPage, (m: Messages) => [string, string]>>> = {
  search: (m) => ['/search', m.nav.search],
  products: (m) => ['/productIntro', m.nav.products],
  guide: (m) => ['/userGuide', m.nav.guide],
  news: (m) => ['/news', m.nav.news],
  contact: (m) => ['/contactUs', m.nav.contact],
};

/**
 * The way to what the server's menu offers, in its order. Exports and the back office are in the menu of the account
 * (PersonMenu). Everybody has a user centre; without a cart it begins with the account.
 */
export function navItems(me: Me | null, pathname: string, m: Messages): NavItem[] {
  const offered = me?.pages?.portal ?? GUEST_PAGES;
  const items = offered.flatMap((page): NavItem[] => {
    if (page === 'orders') return [ordersItem(me, pathname, m)];
    if (page === 'cart') return [centreItem(USER_CENTRE, pathname, m)];
    const target = PUBLIC[page]?.(m);
    // What this version does not know has no place on the bar.
    if (target === undefined) return [];
    const [to, label] = target;
    return [{ to, label, active: `${pathname}/`.startsWith(`${to}/`) }];
  });
  if (me === null || offered.includes('cart')) return items;
  return [...items, centreItem('/account', pathname, m)];
}

function ordersItem(me: Me | null, pathname: string, m: Messages): NavItem {
  return {
    to: orderListPath(me === null ? 'all' : HOME_LIST[me.role]),
    label: holds(me, '/order/all') ? m.nav.allOrders : m.nav.orders,
    active: isOrderPath(pathname),
  };
}

const centreItem = (to: string, pathname: string, m: Messages): NavItem => ({
  to,
  label: m.site.userCentre,
  active: OWN_PAGES.includes(pathname),
});

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
  const items = navItems(me, pathname, m);
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
