import { Loading } from '@scenedock/ui-kit';
import { useEffect } from 'react';
import { Layout, type LayoutProps } from 'react-admin';
import { isStaff } from '../providers/authProvider';
import { goToDuty } from '../providers/goToDuty';
import { useMe } from '../providers/useMe';
import { AdminBar } from './AdminBar';
import { MenuDrawer } from './MenuDrawer';
import { NotStaff } from './NotStaff';
import { SessionWatch } from './SessionWatch';
import { SideMenu } from './SideMenu';
import { useCatalogueCheck } from './useCatalogueCheck';

/** Frame of every page. Applicants do not get past it; the server refuses them anyway. */
export function AdminLayout({ children, ...rest }: LayoutProps) {
  const me = useMe();
  useCatalogueCheck();
  const owes = Boolean(me?.duty);
  useEffect(() => {
    if (owes) goToDuty();
  }, [owes]);
  if (owes) return <Loading />;
  if (me && !isStaff(me)) {
    return <NotStaff loginName={me.loginName} />;
  }
  return (
    <Layout
      {...rest}
      appBar={AdminBar}
      appBarAlwaysOn
      menu={SideMenu}
      sidebar={MenuDrawer}
      sx={{
        minWidth: 0,
        '& .RaLayout-appFrame': { mt: 6 },
        // Fixed, it would be as narrow as its longest name and cramp the counts.
        '& .RaSidebar-fixed': { width: 'inherit' },
        '& .RaLayout-contentWithSidebar': { minWidth: 0 },
        // On a phone a passing message fits below the last line.
        '& .RaLayout-content': { minWidth: 0, p: { xs: 1, md: 2 }, pb: { xs: 9, md: 4 } },
      }}
    >
      {children}
      <SessionWatch />
    </Layout>
  );
}
