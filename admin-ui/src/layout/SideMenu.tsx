import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import RuleOutlined from '@mui/icons-material/RuleOutlined';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { type OfficePage, officePages, useMessages } from '@scenedock/ui-kit';
import { useSidebarState } from 'react-admin';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useUnread } from '../inbox/useInbox';
import { AUDIT_DESK, listName, ORDER_LISTS } from '../orders/list/lists';
import { useCounts } from '../orders/list/useCounts';
import { useMe } from '../providers/useMe';
import { LIST_ICONS } from './listIcons';
import { MenuLink } from './MenuLink';
import { DASHBOARD, INBOX, type MenuPage, offeredPages } from './menuPages';

/** What there is to do, the lists with the number of orders in each, then the other pages. Links carry no filters, so nothing hides rows unseen. */
export function SideMenu() {
  const m = useAdminMessages();
  const pages = officePages(useMe());
  return (
    <Box component="nav" aria-label={m.menuLabel} sx={{ width: '100%', py: 1 }}>
      <FirstPages offered={pages} />
      {pages.includes('orders') && <OrderLists />}
      <OtherPages />
    </Box>
  );
}

/** What there is to do, and where it is done. */
function FirstPages({ offered }: { offered: readonly OfficePage[] }) {
  const m = useAdminMessages();
  if (!offered.includes('dashboard')) return null;
  return (
    <List disablePadding>
      <MenuLink to={DASHBOARD} name={m.dashboard.title} Icon={DashboardOutlined} />
      {offered.includes('auditDesk') && (
        <MenuLink to={AUDIT_DESK} name={m.desk.title} Icon={RuleOutlined} />
      )}
    </List>
  );
}

function OrderLists() {
  const m = useAdminMessages();
  const counts = useCounts();
  return (
    <>
      <List disablePadding>
        {ORDER_LISTS.map(({ slug, path }) => (
          <MenuLink
            key={slug}
            to={path}
            name={listName(slug, m)}
            Icon={LIST_ICONS[slug]}
            count={counts[slug]}
            urgent={slug === 'pending'}
          />
        ))}
      </List>
      <Divider sx={{ my: 1 }} />
    </>
  );
}

function OtherPages() {
  const { content } = useAdminMessages();
  const [open] = useSidebarState();
  const pages = offeredPages(officePages(useMe()));
  const published = pages.filter((page) => page.publishes);
  return (
    <>
      <MenuPages pages={pages.filter((page) => !page.publishes)} />
      {published.length > 0 && (
        <>
          <Divider sx={{ my: 1 }} />
          {open && (
            <Typography
              variant="caption"
              color="textSecondary"
              sx={{ display: 'block', px: 2, mb: 0.5 }}
            >
              {content.group}
            </Typography>
          )}
          <MenuPages pages={published} />
        </>
      )}
    </>
  );
}

function MenuPages({ pages }: { pages: readonly MenuPage[] }) {
  const m = useMessages();
  const a = useAdminMessages();
  const unread = useUnread();
  return (
    <List disablePadding>
      {pages.map(({ path, Icon, name }) => (
        <MenuLink
          key={path}
          to={path}
          name={name(m, a)}
          Icon={Icon}
          count={path === INBOX ? unread : undefined}
          urgent
        />
      ))}
    </List>
  );
}
