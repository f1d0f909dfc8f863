import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import BallotOutlined from '@mui/icons-material/BallotOutlined';
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import NewspaperOutlined from '@mui/icons-material/NewspaperOutlined';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import OndemandVideoOutlined from '@mui/icons-material/OndemandVideoOutlined';
import PolicyOutlined from '@mui/icons-material/PolicyOutlined';
import PollOutlined from '@mui/icons-material/PollOutlined';
import SatelliteAltOutlined from '@mui/icons-material/SatelliteAltOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import TravelExploreOutlined from '@mui/icons-material/TravelExploreOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Messages, Permission } from '@scenedock/ui-kit';
import type { ComponentType } from 'react';
import type { AdminMessages } from '../i18n/zh';

/** A page of the menu below the order lists. */
export interface MenuPage {
  path: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
  name: (m: Messages, a: AdminMessages) => string;
  /** One of these is needed; none: everybody here may see it. */
  needs: readonly Permission[];
  /** Whether it is about what is published: those stand together, below the others. */
  publishes?: boolean;
}

export const INBOX = '/inbox';

/** Route names of portal specification section 2. */
export const DIRECTORY = '/directoryConfig';
export const FIELD_CONFIG = '/fieldConfig';
/** Named as the specification's services (portal specification section 7). */
export const INSTRUMENTS = '/sensortranslation';
export const REGIONS = '/xzqManager';
/** Named as the specification's service (portal specification section 7). */
export const MONITOR = '/monitor';
export const SYSTEM_CONFIG = '/configManage';
export const SURVEY = '/survey';
export const USERS = '/user';
export const ROLES = '/role';
export const SCOPES = '/scopes';
export const AUDIT_LOG = '/auditLog';
export const ORDER_STATISTICS = '/ordercompStat';
export const BEHAVIOUR_STATISTICS = '/userBehavioStat';
export const NEWS = '/news';
export const NEWS_TYPES = '/newsTypes';
export const ANNOUNCEMENTS = '/announcements';
export const CONTENT_PAGES = '/contentPages';
export const GUIDE_VIDEO = '/guideVideo';

const MENU_PAGES: readonly MenuPage[] = [
  { path: INBOX, Icon: NotificationsNone, name: (m) => m.inbox.title, needs: [] },
  {
    path: ORDER_STATISTICS,
    Icon: BarChartOutlined,
    name: (_, a) => a.statistics.title,
    needs: ['/stat/orders'],
  },
  {
    path: BEHAVIOUR_STATISTICS,
    Icon: InsightsOutlined,
    name: (_, a) => a.behaviours.title,
    needs: ['/stat/behaviours', '/log/list'],
  },
  {
    path: SURVEY,
    Icon: PollOutlined,
    name: (m) => m.survey.link,
    needs: ['/survey/list'],
  },
  { path: USERS, Icon: GroupOutlined, name: (_, a) => a.users.title, needs: ['/user/list'] },
  {
    path: ROLES,
    Icon: VerifiedUserOutlined,
    name: (_, a) => a.roles.title,
    needs: ['/user/list', '/role/save'],
  },
  {
    path: SCOPES,
    Icon: TravelExploreOutlined,
    name: (_, a) => a.scopes.title,
    needs: ['/scope/save'],
  },
  {
    path: AUDIT_LOG,
    Icon: PolicyOutlined,
    name: (_, a) => a.auditLog.title,
    needs: ['/log/audit', '/log/auditors'],
  },
  { path: '/units', Icon: DomainOutlined, name: (_, a) => a.units.title, needs: ['/unit/add'] },
  {
    path: '/webhooks',
    Icon: WebhookOutlined,
    name: (_, a) => a.webhooks.title,
    needs: ['/webhook/list'],
  },
  {
    path: DIRECTORY,
    Icon: AccountTreeOutlined,
    name: (_, a) => a.directory.title,
    needs: ['/catalogue/save'],
  },
  {
    path: FIELD_CONFIG,
    Icon: BallotOutlined,
    name: (_, a) => a.fields.title,
    needs: ['/catalog/fields'],
  },
  {
    path: INSTRUMENTS,
    Icon: SatelliteAltOutlined,
    name: (_, a) => a.instruments.title,
    needs: ['/catalogue/save'],
  },
  {
    path: REGIONS,
    Icon: MapOutlined,
    name: (_, a) => a.regions.title,
    needs: ['/catalogue/save'],
  },
  {
    path: MONITOR,
    Icon: MonitorHeartOutlined,
    name: (_, a) => a.monitor.title,
    needs: ['/monitor/list'],
  },
  {
    path: SYSTEM_CONFIG,
    Icon: SettingsOutlined,
    name: (_, a) => a.system.title,
    needs: ['/system/config'],
  },
  publishing(NEWS, NewspaperOutlined, (_, a) => a.news.title),
  publishing(NEWS_TYPES, CategoryOutlined, (_, a) => a.newsTypes.title),
  publishing(ANNOUNCEMENTS, CampaignOutlined, (_, a) => a.announcements.title),
  publishing(CONTENT_PAGES, ArticleOutlined, (_, a) => a.contentPages.title),
  publishing(GUIDE_VIDEO, OndemandVideoOutlined, (_, a) => a.guideVideo.title),
];

function publishing(path: string, Icon: MenuPage['Icon'], name: MenuPage['name']): MenuPage {
  return { path, Icon, name, needs: ['/content/list'], publishes: true };
}

/** What there is to do, above the lists of orders. */
export const DASHBOARD = '/';

/** The lists of orders, which stand above the other pages. */
export const SEES_ORDERS: Permission = '/order/all';

/** The pages that somebody who holds these permissions is offered. */
export function offeredPages(held: readonly Permission[]): readonly MenuPage[] {
  return MENU_PAGES.filter(
    ({ needs }) => needs.length === 0 || needs.some((code) => held.includes(code)),
  );
}

/** Where somebody begins who sees no orders: with the first page there is. */
export function homeOf(held: readonly Permission[]): string {
  return offeredPages(held).find(({ path }) => path !== INBOX)?.path ?? INBOX;
}
