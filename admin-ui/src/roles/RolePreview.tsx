import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type MenuPages,
  type Messages,
  type Permission,
  type PortalPage,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { OFFICE_PAGES, pageName } from '../layout/menuPages';
import { useMay } from '../providers/useMe';
import { PreviewedScenes } from './PreviewedScenes';
import { RouteList } from './RouteList';
import { useRolePreview } from './useRoles';

/** What the pages of the portal are called. */
const PORTAL_NAMES: Readonly<Record<PortalPage, (m: Messages) => string>> = {
  search: (m) => m.nav.search,
  products: (m) => m.nav.products,
  guide: (m) => m.nav.guide,
  news: (m) => m.nav.news,
  contact: (m) => m.nav.contact,
  cart: (m) => m.nav.cart,
  orders: (m) => m.nav.orders,
  subscriptions: (m) => m.nav.subscriptions,
  exports: (m) => m.nav.exports,
  office: (m) => m.nav.admin,
};
const PORTAL_PAGES = Object.keys(PORTAL_NAMES) as PortalPage[];

/** What somebody sees who holds just these permissions, as the server answers it: also before they are saved. */
export function RolePreview({ permissions }: { permissions: readonly Permission[] }) {
  const query = useRolePreview(permissions);
  const maySeeScopes = useMay('/scope/save');
  return (
    <QueryResult query={query}>
      {({ pages, routes }) => (
        <Stack spacing={1.5}>
          <MenuPreview pages={pages} />
          <RouteList routes={routes} />
          {maySeeScopes && <PreviewedScenes permissions={permissions} />}
        </Stack>
      )}
    </QueryResult>
  );
}

function MenuPreview({ pages }: { pages: MenuPages }) {
  const m = useMessages();
  const a = useAdminMessages();
  return (
    <>
      <PageChips
        title={a.roles.portalPages}
        pages={PORTAL_PAGES}
        offered={pages.portal}
        nameOf={(page) => PORTAL_NAMES[page](m)}
      />
      <PageChips
        title={a.roles.officePages}
        pages={OFFICE_PAGES}
        offered={pages.office}
        nameOf={(page) => pageName(page, m, a)}
      />
    </>
  );
}

interface PageChipsProps<Page extends string> {
  title: string;
  /** All that there are. */
  pages: readonly Page[];
  offered: readonly Page[];
  nameOf: (page: Page) => string;
}

/** The pages that a menu offers, and what it leaves out. */
function PageChips<Page extends string>({ title, pages, offered, nameOf }: PageChipsProps<Page>) {
  const { common } = useMessages();
  const { roles: m } = useAdminMessages();
  const closed = pages.filter((page) => !offered.includes(page));
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box
        component="ul"
        aria-label={title}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, m: 0, p: 0, listStyle: 'none' }}
      >
        {offered.length === 0 && (
          <Typography component="li" variant="body2">
            {m.none}
          </Typography>
        )}
        {offered.map((page) => (
          <Chip key={page} component="li" size="small" variant="outlined" label={nameOf(page)} />
        ))}
      </Box>
      {closed.length > 0 && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0, mt: 0.5 }}>
          {m.closedPages}
          {common.colon}
          {closed.map(nameOf).join(common.listComma)}
        </Typography>
      )}
    </Box>
  );
}
