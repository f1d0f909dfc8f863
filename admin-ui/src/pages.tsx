import { Loading } from '@scenedock/ui-kit';
import { type ComponentType, lazy, Suspense } from 'react';

/** A page that is fetched by those who open it, by its name in its file. */
function page<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  const Page = lazy(() =>
    load().then((file) => ({ default: file[name] as ComponentType<object> })),
  );
  return function LazyPage(props: Props) {
    return (
      <Suspense fallback={<Loading />}>
        <Page {...props} />
      </Suspense>
    );
  };
}

export const AnnouncementEditorPage = page(
  'AnnouncementEditorPage',
  () => import('./content/AnnouncementEditorPage'),
);
export const AnnouncementsPage = page(
  'AnnouncementsPage',
  () => import('./content/AnnouncementsPage'),
);
export const AuditDeskPage = page('AuditDeskPage', () => import('./orders/desk/AuditDeskPage'));
export const AuditLogPage = page('AuditLogPage', () => import('./auditLog/AuditLogPage'));
export const ClientSystemsPage = page(
  'ClientSystemsPage',
  () => import('./clientSystems/ClientSystemsPage'),
);
export const ReceivedPage = page('ReceivedPage', () => import('./received/ReceivedPage'));
export const DownloadsPage = page('DownloadsPage', () => import('./downloads/DownloadsPage'));
export const BehaviourPage = page('BehaviourPage', () => import('./behaviours/BehaviourPage'));
export const CoveragePage = page('CoveragePage', () => import('./coverage/CoveragePage'));
export const DictionaryPage = page('DictionaryPage', () => import('./dictionary/DictionaryPage'));
export const DirectoryPage = page('DirectoryPage', () => import('./directory/DirectoryPage'));
export const FieldsPage = page('FieldsPage', () => import('./catalogue/FieldsPage'));
export const ForgottenPasswordPage = page(
  'ForgottenPasswordPage',
  () => import('./login/ForgottenPasswordPage'),
);
export const GuideVideoPage = page('GuideVideoPage', () => import('./content/GuideVideoPage'));
export const InboxPage = page('InboxPage', () => import('./inbox/InboxPage'));
export const InstrumentsPage = page(
  'InstrumentsPage',
  () => import('./instruments/InstrumentsPage'),
);
export const MetadataExportPage = page(
  'MetadataExportPage',
  () => import('./metadataExport/MetadataExportPage'),
);
export const MonitorPage = page('MonitorPage', () => import('./monitor/MonitorPage'));
export const NewsEditorPage = page('NewsEditorPage', () => import('./content/NewsEditorPage'));
export const NewsPage = page('NewsPage', () => import('./content/NewsPage'));
export const NewsTypesPage = page('NewsTypesPage', () => import('./content/NewsTypesPage'));
export const OrderListPage = page('OrderListPage', () => import('./orders/list/OrderListPage'));
export const OrderPage = page('OrderPage', () => import('./orders/detail/OrderPage'));
export const PagesPage = page('PagesPage', () => import('./content/PagesPage'));
export const PickupSheetPage = page('PickupSheetPage', () => import('./orders/PickupSheetPage'));
export const ReceivingPage = page('ReceivingPage', () => import('./receiving/ReceivingPage'));
export const RegionsPage = page('RegionsPage', () => import('./regions/RegionsPage'));
export const ResultsPage = page('ResultsPage', () => import('./results/ResultsPage'));
export const RegistryEntryPage = page(
  'RegistryEntryPage',
  () => import('./registry/RegistryEntryPage'),
);
export const RegistryPage = page('RegistryPage', () => import('./registry/RegistryPage'));
export const ResetPasswordPage = page(
  'ResetPasswordPage',
  () => import('./login/ResetPasswordPage'),
);
export const RolesPage = page('RolesPage', () => import('./roles/RolesPage'));
export const ScopesPage = page('ScopesPage', () => import('./scopes/ScopesPage'));
export const SubscriptionDeskPage = page(
  'SubscriptionDeskPage',
  () => import('./subscriptions/SubscriptionDeskPage'),
);
export const StatisticsPage = page('StatisticsPage', () => import('./statistics/StatisticsPage'));
export const SurveyPage = page('SurveyPage', () => import('./survey/SurveyPage'));
export const SyncPage = page('SyncPage', () => import('./receiving/SyncPage'));
export const SystemPage = page('SystemPage', () => import('./system/SystemPage'));
export const TasksPage = page('TasksPage', () => import('./tasks/TasksPage'));
export const UnitsPage = page('UnitsPage', () => import('./units/UnitsPage'));
export const UsersPage = page('UsersPage', () => import('./users/UsersPage'));
export const WebhooksPage = page('WebhooksPage', () => import('./webhooks/WebhooksPage'));
export const YearlyReportPage = page(
  'YearlyReportPage',
  () => import('./yearlyReport/YearlyReportPage'),
);
