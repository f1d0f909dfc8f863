import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type Messages, type Permission, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { offeredPages, SEES_ORDERS } from '../layout/menuPages';

/** The portal's pages, with what each needs. */
const PORTAL_PAGES: readonly { name: (m: Messages) => string; needs: Permission | null }[] = [
  { name: (m) => m.nav.search, needs: null },
  { name: (m) => m.nav.cart, needs: '/shop/list' },
  { name: (m) => m.nav.orders, needs: '/order/mine' },
  { name: (m) => m.nav.allOrders, needs: '/order/all' },
  { name: (m) => m.nav.exports, needs: '/export/list' },
];

/** Which pages somebody who holds just these permissions sees: a look before saving. */
export function VisiblePages({ held }: { held: ReadonlySet<Permission> }) {
  const m = useMessages();
  const a = useAdminMessages();
  const codes = [...held];
  const portal = PORTAL_PAGES.filter(({ needs }) => needs === null || held.has(needs));
  // Whoever may only order data does not get into the back office.
  const works = offeredPages(codes).some(({ needs }) => needs.some((code) => held.has(code)));
  const office = works || held.has(SEES_ORDERS) ? offeredPages(codes) : [];
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <PageChips title={a.roles.portalPages} names={portal.map(({ name }) => name(m))} />
      <PageChips
        title={a.roles.officePages}
        names={[
          ...(held.has(SEES_ORDERS) ? [a.roles.orderLists] : []),
          ...office.map(({ name }) => name(m, a)),
        ]}
      />
    </Box>
  );
}

function PageChips({ title, names }: { title: string; names: readonly string[] }) {
  const { roles: m } = useAdminMessages();
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {names.length === 0 ? (
          <Typography variant="body2">{m.none}</Typography>
        ) : (
          names.map((name) => <Chip key={name} size="small" variant="outlined" label={name} />)
        )}
      </Box>
    </Box>
  );
}
