import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import AppRegistrationOutlined from '@mui/icons-material/AppRegistrationOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import BallotOutlined from '@mui/icons-material/BallotOutlined';
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import CableOutlined from '@mui/icons-material/CableOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import CategoryOutlined from '@mui/icons-material/CategoryOutlined';
import CloudDownloadOutlined from '@mui/icons-material/CloudDownloadOutlined';
import CloudSyncOutlined from '@mui/icons-material/CloudSyncOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import DownloadingOutlined from '@mui/icons-material/DownloadingOutlined';
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import GridOnOutlined from '@mui/icons-material/GridOnOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import MoveToInboxOutlined from '@mui/icons-material/MoveToInboxOutlined';
import NewspaperOutlined from '@mui/icons-material/NewspaperOutlined';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import OndemandVideoOutlined from '@mui/icons-material/OndemandVideoOutlined';
import PlaylistPlayOutlined from '@mui/icons-material/PlaylistPlayOutlined';
import PolicyOutlined from '@mui/icons-material/PolicyOutlined';
import PollOutlined from '@mui/icons-material/PollOutlined';
import RssFeedOutlined from '@mui/icons-material/RssFeedOutlined';
import SatelliteAltOutlined from '@mui/icons-material/SatelliteAltOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined';
import TravelExploreOutlined from '@mui/icons-material/TravelExploreOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Messages, OfficePage } from '@scenedock/ui-kit';
import type { ComponentType } from 'react';
import type { AdminMessages } from '../i18n/zh';

/** A page of the menu below the order lists. */
export interface MenuPage {
  page: OfficePage;
  path: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
  name: (m: Messages, a: AdminMessages) => string;
  /** Whether it is about what is published: those stand together, below the others. */
  publishes?: boolean;
}

export const INBOX = '/inbox';
/** Named as the specification's list (orders specification section 7). */
export const SUBSCRIPTIONS = '/subscribeAudit';

/** Route names of portal specification section 2. */
export const DIRECTORY = '/directoryConfig';
export const RECEIVING = '/dataTask';
export const SYNCHRONISATION = '/dataSyncTask';
export const CLIENT_SYSTEMS = '/dataSyncDb';
export const FIELD_CONFIG = '/fieldConfig';
/** Named as the specification's services (portal specification section 7). */
export const INSTRUMENTS = '/sensortranslation';
export const REGIONS = '/xzqManager';
/** Named as the specification's service (portal specification section 7). */
export const MONITOR = '/monitor';
export const TASKS = '/tasks';
export const DICTIONARY_LISTS = '/dictionary';
export const SYSTEM_CONFIG = '/configManage';
export const REGISTRY = '/registry';
export const RESULTS = '/results';
export const YEARLY_REPORT = '/yearlyReport';
export const SURVEY = '/survey';
export const USERS = '/user';
export const ROLES = '/role';
export const SCOPES = '/scopes';
export const AUDIT_LOG = '/auditLog';
export const ORDER_STATISTICS = '/ordercompStat';
export const BEHAVIOUR_STATISTICS = '/userBehavioStat';
export const RECEIVE_STATISTICS = '/dataReceiveStat';
export const DOWNLOAD_STATISTICS = '/dataDownStat';
export const COVERAGE = '/coverArea';
export const METADATA_EXPORT = '/metadataExport';
export const NEWS = '/news';
export const NEWS_TYPES = '/newsTypes';
export const ANNOUNCEMENTS = '/announcements';
export const CONTENT_PAGES = '/contentPages';
export const GUIDE_VIDEO = '/guideVideo';

const MENU_PAGES: readonly MenuPage[] = [
  {
    page: 'subscriptions',
    path: SUBSCRIPTIONS,
    Icon: RssFeedOutlined,
    name: (_, a) => a.subscriptionDesk.title,
  },
  { page: 'inbox', path: INBOX, Icon: NotificationsNone, name: (m) => m.inbox.title },
  {
    page: 'orderStatistics',
    path: ORDER_STATISTICS,
    Icon: BarChartOutlined,
    name: (_, a) => a.statistics.title,
  },
  {
    page: 'behaviourStatistics',
    path: BEHAVIOUR_STATISTICS,
    Icon: InsightsOutlined,
    name: (_, a) => a.behaviours.title,
  },
  {
    page: 'receiveStatistics',
    path: RECEIVE_STATISTICS,
    Icon: CloudDownloadOutlined,
    name: (_, a) => a.received.title,
  },
  {
    page: 'downloadStatistics',
    path: DOWNLOAD_STATISTICS,
    Icon: DownloadingOutlined,
    name: (_, a) => a.downloads.title,
  },
  {
    page: 'coverage',
    path: COVERAGE,
    Icon: GridOnOutlined,
    name: (_, a) => a.coverage.title,
  },
  {
    page: 'metadataExport',
    path: METADATA_EXPORT,
    Icon: FileDownloadOutlined,
    name: (_, a) => a.metadataExport.title,
  },
  {
    page: 'registry',
    path: REGISTRY,
    Icon: AppRegistrationOutlined,
    name: (_, a) => a.registry.title,
  },
  {
    page: 'results',
    path: RESULTS,
    Icon: EmojiEventsOutlined,
    name: (_, a) => a.results.title,
  },
  {
    page: 'yearlyReport',
    path: YEARLY_REPORT,
    Icon: SummarizeOutlined,
    name: (_, a) => a.yearlyReport.title,
  },
  {
    page: 'survey',
    path: SURVEY,
    Icon: PollOutlined,
    name: (m) => m.survey.link,
  },
  { page: 'users', path: USERS, Icon: GroupOutlined, name: (_, a) => a.users.title },
  {
    page: 'roles',
    path: ROLES,
    Icon: VerifiedUserOutlined,
    name: (_, a) => a.roles.title,
  },
  {
    page: 'scopes',
    path: SCOPES,
    Icon: TravelExploreOutlined,
    name: (_, a) => a.scopes.title,
  },
  {
    page: 'auditLog',
    path: AUDIT_LOG,
    Icon: PolicyOutlined,
    name: (_, a) => a.auditLog.title,
  },
  { page: 'units', path: '/units', Icon: DomainOutlined, name: (_, a) => a.units.title },
  {
    page: 'webhooks',
    path: '/webhooks',
    Icon: WebhookOutlined,
    name: (_, a) => a.webhooks.title,
  },
  {
    page: 'directory',
    path: DIRECTORY,
    Icon: AccountTreeOutlined,
    name: (_, a) => a.directory.title,
  },
  {
    page: 'receiving',
    path: RECEIVING,
    Icon: MoveToInboxOutlined,
    name: (_, a) => a.receiving.title,
  },
  {
    page: 'synchronisation',
    path: SYNCHRONISATION,
    Icon: CloudSyncOutlined,
    name: (_, a) => a.synchronisation.title,
  },
  {
    page: 'clientSystems',
    path: CLIENT_SYSTEMS,
    Icon: CableOutlined,
    name: (_, a) => a.clientSystems.title,
  },
  {
    page: 'fields',
    path: FIELD_CONFIG,
    Icon: BallotOutlined,
    name: (_, a) => a.fields.title,
  },
  {
    page: 'instruments',
    path: INSTRUMENTS,
    Icon: SatelliteAltOutlined,
    name: (_, a) => a.instruments.title,
  },
  {
    page: 'regions',
    path: REGIONS,
    Icon: MapOutlined,
    name: (_, a) => a.regions.title,
  },
  {
    page: 'dictionary',
    path: DICTIONARY_LISTS,
    Icon: MenuBookOutlined,
    name: (_, a) => a.dictionary.title,
  },
  {
    page: 'monitor',
    path: MONITOR,
    Icon: MonitorHeartOutlined,
    name: (_, a) => a.monitor.title,
  },
  {
    page: 'tasks',
    path: TASKS,
    Icon: PlaylistPlayOutlined,
    name: (_, a) => a.tasks.title,
  },
  {
    page: 'system',
    path: SYSTEM_CONFIG,
    Icon: SettingsOutlined,
    name: (_, a) => a.system.title,
  },
  publishing('news', NEWS, NewspaperOutlined, (_, a) => a.news.title),
  publishing('newsTypes', NEWS_TYPES, CategoryOutlined, (_, a) => a.newsTypes.title),
  publishing('announcements', ANNOUNCEMENTS, CampaignOutlined, (_, a) => a.announcements.title),
  publishing('contentPages', CONTENT_PAGES, ArticleOutlined, (_, a) => a.contentPages.title),
  publishing('guideVideo', GUIDE_VIDEO, OndemandVideoOutlined, (_, a) => a.guideVideo.title),
];

function publishing(
  page: OfficePage,
  path: string,
  Icon: MenuPage['Icon'],
  name: MenuPage['name'],
): MenuPage {
  return { page, path, Icon, name, publishes: true };
}

/** What there is to do, above the lists of orders. */
export const DASHBOARD = '/';

/** The pages below the lists of orders that the server offers somebody. */
export function offeredPages(offered: readonly OfficePage[]): readonly MenuPage[] {
  return MENU_PAGES.filter(({ page }) => offered.includes(page));
}

/** Where somebody begins who sees no orders: with the first page there is. */
export function homeOf(offered: readonly OfficePage[]): string {
  return offeredPages(offered).find(({ path }) => path !== INBOX)?.path ?? INBOX;
}

/** What stands above the other pages. */
const FIRST_PAGES: Readonly<Partial<Record<OfficePage, MenuPage['name']>>> = {
  dashboard: (_, a) => a.dashboard.title,
  auditDesk: (_, a) => a.desk.title,
  orders: (_, a) => a.roles.orderLists,
};

/** Every page of the menu. */
export const OFFICE_PAGES: readonly OfficePage[] = [
  ...(Object.keys(FIRST_PAGES) as OfficePage[]),
  ...MENU_PAGES.map(({ page }) => page),
];

/** What a page of the menu is called. */
export function pageName(page: OfficePage, m: Messages, a: AdminMessages): string {
  const name = FIRST_PAGES[page] ?? MENU_PAGES.find((one) => one.page === page)?.name;
  return name?.(m, a) ?? page;
}
