import { createAppTheme, useLocale } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { createHashRouter, Navigate, Route, RouterProvider } from 'react-router-dom';
import { makeI18nProvider } from './i18n/provider';
import { AdminLayout } from './layout/AdminLayout';
import { HomePage } from './layout/HomePage';
import { Messages } from './layout/Messages';
import {
  ANNOUNCEMENTS,
  AUDIT_LOG,
  BEHAVIOUR_STATISTICS,
  CLIENT_SYSTEMS,
  CONTENT_PAGES,
  COVERAGE,
  DICTIONARY_LISTS,
  DIRECTORY,
  DOWNLOAD_STATISTICS,
  FIELD_CONFIG,
  GUIDE_VIDEO,
  INSTRUMENTS,
  METADATA_EXPORT,
  MONITOR,
  NEWS,
  NEWS_TYPES,
  ORDER_STATISTICS,
  RECEIVE_STATISTICS,
  RECEIVING,
  REGIONS,
  REGISTRY,
  RESULTS,
  ROLES,
  SCOPES,
  SUBSCRIPTIONS,
  SURVEY,
  SYNCHRONISATION,
  SYSTEM_CONFIG,
  TASKS,
  USERS,
  YEARLY_REPORT,
} from './layout/menuPages';
import { NotFound } from './layout/NotFound';
import { only } from './layout/only';
import { FORGOTTEN_PASSWORD, RESET_PASSWORD } from './login/addresses';
import { LoginPage } from './login/LoginPage';
import { AUDIT_DESK, ORDER_LISTS } from './orders/list/lists';
import { FormerList, FormerOrder, ReprocessingList } from './orders/oldRoutes';
import {
  AnnouncementEditorPage,
  AnnouncementsPage,
  AuditDeskPage,
  AuditLogPage,
  BehaviourPage,
  ClientSystemsPage,
  CoveragePage,
  DictionaryPage,
  DirectoryPage,
  DownloadsPage,
  FieldsPage,
  ForgottenPasswordPage,
  GuideVideoPage,
  InboxPage,
  InstrumentsPage,
  MetadataExportPage,
  MonitorPage,
  NewsEditorPage,
  NewsPage,
  NewsTypesPage,
  OrderListPage,
  OrderPage,
  PagesPage,
  PickupSheetPage,
  ReceivedPage,
  ReceivingPage,
  RegionsPage,
  RegistryEntryPage,
  RegistryPage,
  ResetPasswordPage,
  ResultsPage,
  RolesPage,
  ScopesPage,
  StatisticsPage,
  SubscriptionDeskPage,
  SurveyPage,
  SyncPage,
  SystemPage,
  TasksPage,
  UnitsPage,
  UsersPage,
  WebhooksPage,
  YearlyReportPage,
} from './pages';
import { orderPath } from './parts/orderPath';
import { authProvider } from './providers/authProvider';
import { dataProvider } from './providers/dataProvider';
import { createQueryClient } from './providers/queryClient';

/** Resources are called as their addresses. */
const resourceAt = (path: string) => path.slice(1);

/** What stands at an address of a resource, and nowhere below it. */
const SubscriptionDeskList = only(SubscriptionDeskPage);
const UsersList = only(UsersPage);
const RolesList = only(RolesPage);
const ScopesList = only(ScopesPage);
const UnitsList = only(UnitsPage);
const WebhooksList = only(WebhooksPage);
const ClientSystemsList = only(ClientSystemsPage);
const InstrumentsList = only(InstrumentsPage);
const DictionaryList = only(DictionaryPage);
const SurveyList = only(SurveyPage);
const AuditLogList = only(AuditLogPage);
const BehaviourList = only(BehaviourPage);
const ReceivedList = only(ReceivedPage);
const DownloadsList = only(DownloadsPage);
const RegistryList = only(RegistryPage);
const ResultList = only(ResultsPage);
const TasksList = only(TasksPage);
const NewsList = only(NewsPage);
const NewsTypesList = only(NewsTypesPage);
const AnnouncementsList = only(AnnouncementsPage);
const NewsEditor = only(NewsEditorPage);
const AnnouncementEditor = only(AnnouncementEditorPage);

/** Lists and what is opened of them. */
const RESOURCES = (
  <>
    <Resource name="orders" list={NotFound} />
    <Resource name={resourceAt(USERS)} list={UsersList} />
    <Resource name={resourceAt(ROLES)} list={RolesList} />
    <Resource name={resourceAt(SCOPES)} list={ScopesList} />
    <Resource name={resourceAt(SUBSCRIPTIONS)} list={SubscriptionDeskList} />
    <Resource name="units" list={UnitsList} />
    <Resource name="webhooks" list={WebhooksList} />
    <Resource name={resourceAt(CLIENT_SYSTEMS)} list={ClientSystemsList} />
    <Resource name={resourceAt(INSTRUMENTS)} list={InstrumentsList} />
    <Resource name={resourceAt(DICTIONARY_LISTS)} list={DictionaryList} />
    <Resource name={resourceAt(SURVEY)} list={SurveyList} />
    <Resource name={resourceAt(AUDIT_LOG)} list={AuditLogList} />
    <Resource name={resourceAt(BEHAVIOUR_STATISTICS)} list={BehaviourList} />
    <Resource name={resourceAt(RECEIVE_STATISTICS)} list={ReceivedList} />
    <Resource name={resourceAt(DOWNLOAD_STATISTICS)} list={DownloadsList} />
    <Resource name={resourceAt(REGISTRY)} list={RegistryList}>
      <Route path=":number" element={<RegistryEntryPage />} />
    </Resource>
    <Resource name={resourceAt(RESULTS)} list={ResultList} />
    <Resource name={resourceAt(TASKS)} list={TasksList} />
    <Resource name={resourceAt(NEWS)} list={NewsList} edit={NewsEditor} />
    <Resource name={resourceAt(NEWS_TYPES)} list={NewsTypesList} />
    <Resource name={resourceAt(ANNOUNCEMENTS)} list={AnnouncementsList} edit={AnnouncementEditor} />
  </>
);

/** What is no list, within the frame. */
const PAGES = (
  <CustomRoutes>
    <Route
      path="/orderManage_packaging"
      element={<Navigate to="/orderManage_pastAudit" replace />}
    />
    <Route path="/" element={<HomePage />} />
    <Route path={AUDIT_DESK} element={<AuditDeskPage />} />
    {ORDER_LISTS.map((list) => (
      <Route
        key={list.slug}
        path={list.path}
        element={<OrderListPage key={list.slug} list={list} />}
      />
    ))}
    {ORDER_LISTS.map((list) => (
      <Route
        key={`${list.slug}_rep`}
        path={`${list.path}_rep`}
        element={<ReprocessingList path={list.path} />}
      />
    ))}
    <Route path="/repOrderManage" element={<ReprocessingList path="/orderManage" />} />
    <Route path={`${orderPath('')}:id`} element={<OrderPage />} />
    <Route path="/orderManage_details_rep/:id" element={<FormerOrder />} />
    <Route path="/orderDetail_rep/:id" element={<FormerOrder />} />
    <Route path="/inbox" element={<InboxPage addressOf={orderPath} />} />
    <Route path="/power" element={<Navigate to={`${ROLES}?tab=matrix`} replace />} />
    <Route path="/department" element={<Navigate to="/units" replace />} />
    <Route path={RECEIVING} element={<ReceivingPage />} />
    <Route path={SYNCHRONISATION} element={<SyncPage />} />
    <Route path="/log" element={<Navigate to={`${BEHAVIOUR_STATISTICS}?tab=log`} replace />} />
    <Route path={ORDER_STATISTICS} element={<StatisticsPage />} />
    <Route path={COVERAGE} element={<CoveragePage />} />
    <Route path={METADATA_EXPORT} element={<MetadataExportPage />} />
    <Route path={YEARLY_REPORT} element={<YearlyReportPage />} />
    <Route path={DIRECTORY} element={<DirectoryPage />} />
    <Route path={FIELD_CONFIG} element={<FieldsPage />} />
    <Route path={REGIONS} element={<RegionsPage />} />
    <Route path={MONITOR} element={<MonitorPage />} />
    <Route path={SYSTEM_CONFIG} element={<SystemPage />} />
    <Route path={CONTENT_PAGES} element={<PagesPage />} />
    <Route path={GUIDE_VIDEO} element={<GuideVideoPage />} />
    <Route path="/settings" element={<Navigate to={SYSTEM_CONFIG} replace />} />
    <Route path="/lists/:slug" element={<FormerList />} />
    <Route path="/orders/:id" element={<FormerOrder />} />
  </CustomRoutes>
);

/** What stands without the frame. */
const BARE_PAGES = (
  <CustomRoutes noLayout>
    <Route path={FORGOTTEN_PASSWORD} element={<ForgottenPasswordPage />} />
    <Route path={RESET_PASSWORD} element={<ResetPasswordPage />} />
    <Route path={`${orderPath('')}:id/pickup`} element={<PickupSheetPage />} />
  </CustomRoutes>
);

/** Widths of the menu in pixels. */
const SIDEBAR = { width: 232, closedWidth: 52 };

/** A change of language builds it anew; the address bar keeps the place. */
function BackOffice() {
  const { locale } = useLocale();
  const theme = useMemo(() => ({ ...createAppTheme(locale), sidebar: SIDEBAR }), [locale]);
  const i18nProvider = useMemo(() => makeI18nProvider(locale), [locale]);
  const [queryClient] = useState(createQueryClient);
  return (
    <Admin
      key={locale}
      authProvider={authProvider}
      catchAll={NotFound}
      dataProvider={dataProvider}
      disableTelemetry
      i18nProvider={i18nProvider}
      layout={AdminLayout}
      loginPage={LoginPage}
      notification={Messages}
      queryClient={queryClient}
      requireAuth
      theme={theme}
      darkTheme={null}
    >
      {RESOURCES}
      {PAGES}
      {BARE_PAGES}
    </Admin>
  );
}

/**
 * The back office. Its navigations are not put off: who finds nobody signed in is led to the sign-in, and all that is known of
 * the session is cleared at the same moment; were the old page drawn once more in between, it would lead there again, and
 * again, for ten seconds.
 */
export function App() {
  const [router] = useState(() => createHashRouter([{ path: '*', element: <BackOffice /> }]));
  return <RouterProvider router={router} useTransitions={false} />;
}
