import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import DomainOutlined from '@mui/icons-material/DomainOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Messages } from '@scenedock/ui-kit';
import type { ComponentType } from 'react';
import type { AdminMessages } from '../i18n/zh';

/** A page of the menu below the order lists. */
export interface MenuPage {
  path: string;
  Icon: ComponentType<{ fontSize?: 'small' }>;
  name: (m: Messages, a: AdminMessages) => string;
  /** The server refuses it to operators. */
  adminOnly: boolean;
}

export const INBOX = '/inbox';

/** Route names of portal specification section 2. */
export const FIELD_CONFIG = '/fieldConfig';
export const SYSTEM_CONFIG = '/configManage';
export const USERS = '/user';
export const ORDER_STATISTICS = '/ordercompStat';
export const BEHAVIOUR_STATISTICS = '/userBehavioStat';

export const MENU_PAGES: readonly MenuPage[] = [
  { path: INBOX, Icon: NotificationsNone, name: (m) => m.inbox.title, adminOnly: false },
  {
    path: ORDER_STATISTICS,
    Icon: BarChartOutlined,
    name: (_, a) => a.statistics.title,
    adminOnly: false,
  },
  {
    path: BEHAVIOUR_STATISTICS,
    Icon: InsightsOutlined,
    name: (_, a) => a.behaviours.title,
    adminOnly: false,
  },
  { path: USERS, Icon: GroupOutlined, name: (_, a) => a.users.title, adminOnly: true },
  { path: '/units', Icon: DomainOutlined, name: (_, a) => a.units.title, adminOnly: true },
  { path: '/webhooks', Icon: WebhookOutlined, name: (_, a) => a.webhooks.title, adminOnly: true },
  {
    path: FIELD_CONFIG,
    Icon: AccountTreeOutlined,
    name: (_, a) => a.fields.title,
    adminOnly: true,
  },
  { path: SYSTEM_CONFIG, Icon: SettingsOutlined, name: (_, a) => a.system.title, adminOnly: true },
];
