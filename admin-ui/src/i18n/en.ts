import { plural } from '@scenedock/ui-kit';
import { enAttempts } from './attempts.en';
import { enAuditLog } from './auditLog.en';
import { enBehaviours } from './behaviours.en';
import { enCatalogue } from './catalogue.en';
import { enClientSystems } from './clientSystems.en';
import { enContent } from './content.en';
import { enCoverage } from './coverage.en';
import { enDesk } from './desk.en';
import { enDictionary } from './dictionary.en';
import { enDirectory } from './directory.en';
import { enDownloads } from './downloads.en';
import { enInstruments } from './instruments.en';
import { enMetadataExport } from './metadataExport.en';
import { enMonitor } from './monitor.en';
import { enOpenServices } from './openServices.en';
import { enReceived } from './received.en';
import { enReceiving } from './receiving.en';
import { enRegions } from './regions.en';
import { enRegistry } from './registry.en';
import { enResults } from './results.en';
import { enRoles } from './roles.en';
import { enSceneFilter } from './sceneFilter.en';
import { enScopes } from './scopes.en';
import { enService } from './service.en';
import { enStatistics } from './statistics.en';
import { enSubscriptionDesk } from './subscriptions.en';
import { enSurveyPage } from './survey.en';
import { enSynchronisation } from './synchronisation.en';
import { enSystem } from './system.en';
import { enTasks } from './tasks.en';
import { enUsers } from './users.en';
import { enYearlyReport } from './yearlyReport.en';
import type { AdminMessages } from './zh';

/** English texts that only the back office has. */
export const en: AdminMessages = {
  ...enCatalogue,
  ...enAttempts,
  ...enAuditLog,
  ...enBehaviours,
  ...enContent,
  ...enDesk,
  ...enDictionary,
  ...enDirectory,
  ...enInstruments,
  ...enMonitor,
  ...enTasks,
  ...enYearlyReport,
  ...enRegions,
  ...enRegistry,
  ...enStatistics,
  ...enCoverage,
  ...enMetadataExport,
  ...enSceneFilter,
  ...enService,
  ...enOpenServices,
  ...enReceived,
  ...enDownloads,
  ...enReceiving,
  ...enSynchronisation,
  ...enClientSystems,
  ...enSubscriptionDesk,
  ...enSystem,
  ...enUsers,
  ...enResults,
  ...enRoles,
  ...enScopes,
  ...enSurveyPage,
  title: 'Back office',
  portal: 'Back to portal',
  language: '切换到中文',
  menuLabel: 'Order lists',
  refresh: 'Refresh',
  login: {
    title: 'Sign in to the back office',
    staffOnly: 'Administrators and operators only',
    demo: 'Demo accounts: admin or operator, password Scenedock1',
    failed: 'Could not sign in. Try again.',
    notStaff: (name) => `${name} is not a staff account and cannot use the back office.`,
    toPortal: 'Go to the portal',
    otherAccount: 'Use another account',
  },
  list: {
    draft: 'Not submitted',
    pending: 'Pending review',
    rejected: 'Rejected',
    approved: 'Approved',
    prepared: 'Data prepared',
    overdue: 'Overdue',
    completed: 'Completed',
    feedback: 'Feedback given',
    all: 'All orders',
    empty: (name) => `No orders in “${name}”`,
    emptyAll: 'No orders yet',
    clear: 'Clear filters',
    conditions: 'Filters',
    conditionsActive: (n) => (n === 0 ? 'Filters' : `Filters (${n})`),
    anyStatus: 'Any status',
    shortcuts: 'Order date shortcuts',
    rating: 'Rating',
    pageSize: 'Per page',
    pages: 'Pages',
    count: (name, n) => `${name}, ${n}`,
    updating: 'Updating…',
  },
  row: {
    audited: 'Review saved.',
    approve: (name) => `Approve order ${name}`,
    reject: (name) => `Reject order ${name}`,
    undo: (name) => `Undo the decision about order ${name}`,
    details: (name) => `Details of order ${name}`,
    delivery: (name) => `Download details for order ${name}`,
    pickup: (name) => `Contact for order ${name}`,
    feedback: (name) => `Feedback on order ${name}`,
    feedbackFile: (name) => `Feedback attachment for order ${name}`,
    cause: (name) => `Rejection reason for order ${name}`,
    priority: (name, sorder) => `Order ${name}: priority ${sorder}. Press to change.`,
  },
  detail: {
    back: 'Back to list',
    missing: 'This order does not exist or has been deleted.',
    sorder: 'Priority',
    discard: 'Discard changes',
    unsaved: 'Your attachments are not saved yet. Select “Save draft” or “Complete”.',
    noFile: 'No file available.',
    noReason: 'No reason was recorded',
    scenePreview: (name) => `Preview of ${name}`,
    extracted: 'Extracted',
    streaming: 'Live',
    streamLost: 'Live updates lost. Reconnecting…',
    updatedAt: (time) => `Updated ${time}`,
    mapLabel: 'Map of the order footprint',
    mapFailed: 'Could not load the map.',
    actionBar: 'Order actions',
    feedback: 'Feedback',
    why: (name) => `Why ${name} failed`,
    reason: 'Reason',
    grantDays: (days) => `Grant ${plural(days, 'day', 'days')}`,
    grantOther: 'Choose another period',
    rejectedBecause: 'Rejection reason',
    emergency: 'Emergency order',
    endEmergency: 'End emergency handling',
  },
  palette: {
    open: 'Go to',
    button: 'Find pages, orders, people',
    placeholder: 'Page, order number, user or task',
    results: 'Places to go',
    groups: { recent: 'Recent', pages: 'Pages', orders: 'Orders', users: 'Users', tasks: 'Tasks' },
    tasksOf: (order) => `Tasks of order ${order}`,
    count: (places) => `${places} ${places === 1 ? 'place' : 'places'}`,
    searching: 'Searching…',
    nothing: 'Nothing found',
    nothingHint: 'Type a part of a page’s name, an order number or the name of a user',
    failed: 'Could not search orders and users. Try again later.',
    keysHint: '↑↓ to choose, Enter to open, Esc to close',
    allKeys: 'All keys',
    keysTitle: 'Keyboard shortcuts',
    keyNames: {
      choose: 'Choose and open in “Go to”',
      close: 'Close a dialog',
      help: 'Show the keys',
    },
  },
  savedList: {
    read: (rows, most) => `${rows} ${rows === '1' ? 'row' : 'rows'} read (at most ${most})`,
    partOnly: (rows) =>
      `The file has only the first ${rows} rows of the list; the rest were not exported. Narrow the dates or the filters, and export in several files.`,
    partName: (name, rows) => `${name} (first ${rows} rows)`,
  },
  columns: {
    choose: 'Columns',
    chooseHidden: (hidden) => `Columns (${hidden} hidden)`,
    title: 'Columns to show',
    all: 'Show all',
    order: 'Sort by',
    more: 'Load more',
    by: (name, isDown) => `${name}, ${isDown ? 'descending' : 'ascending'}`,
  },
  dialog: {
    latest: (words) => `It now says: ${words}. Confirm again to replace that with what you wrote.`,
    gone: 'This has been deleted; what you wrote was not saved.',
    cancelHint: 'The order is marked as cancelled and the applicant sees this reason.',
    emergencyCause: 'Reason for the emergency',
    emergencyNeeded: 'Enter the reason.',
    emergencyHint:
      'Tasks of this order go before all others and may use emergency slots, until the data is prepared. The applicant sees this reason.',
    endEmergencyConfirm: 'Tasks of this order will no longer go before others. Continue?',
    priority: 'Priority (0–100)',
    priorityHint: 'Higher numbers go first',
    retryConfirm: 'The order is packaged and checked again; its status stays the same. Continue?',
    continueConfirm: (n) =>
      `Start packaging without the ${n === 1 ? 'failed scene' : `${n} failed scenes`}?`,
    closesAt: (time) => `Currently open until ${time}`,
    closesThen: (time) => `New deadline: ${time}`,
  },
  units: {
    title: 'Organisations',
    add: 'Add organisation',
    name: 'Organisation name',
    nameNeeded: 'Enter a name.',
    find: 'Find an organisation',
    status: 'Status',
    inUse: 'In use',
    notOffered: 'Disabled',
    accounts: 'Accounts renamed with it',
    empty: 'No organisations yet',
    emptyHint: 'Applicants choose from them, and data can be granted to them.',
    members: 'Members',
    grants: 'Grants',
    operations: 'Actions',
    addBelow: (name: string) => `Add below ${name}`,
    addTitle: (name: string) => `Add an organisation below ${name}`,
    more: (name: string) => `More for ${name}`,
    tasks: { rename: 'Rename', move: 'Move', remove: 'Delete' },
    renameTitle: (name: string) => `Rename ${name}`,
    renameHint: 'Accounts get the new name; orders keep the name they have.',
    renamed: 'Renamed',
    moveTitle: (name: string) => `Move ${name}`,
    isBelow: (name: string) => `Now below: ${name}.`,
    moveHint: 'Members see what is granted to the organisations above theirs.',
    parent: 'Put it below',
    top: 'None (top level)',
    chooseParent: 'Choose where to put it',
    moved: 'Moved',
    removeTitle: 'Delete organisation',
    removeConfirm: (name: string) => `Delete ${name}?`,
    namedIn: (orders: number, accounts: number) =>
      `Orders that name it: ${orders}. Accounts: ${accounts}. They keep the name.`,
    removed: 'Deleted',
    needed: 'The organisation is in use and cannot be deleted:',
    uses: {
      children: (names: string) => `Organisations below it: ${names}`,
      members: (names: string) => `Members: ${names}`,
      grants: (n: number, what: string) => `Grants of data (${n}): ${what}`,
      grant: (nodes: string, area: string) => `${nodes} (${area})`,
    },
    andMore: (n: number) => ` (${n} in all)`,
    failed: 'Could not change the organisation. Try again.',
    openTops: 'Open the first level',
    closeAll: 'Close all',
  },
  webhooks: {
    title: 'Webhooks',
    intro:
      'Each time an order changes status, a signed HTTP request is sent to these addresses to keep other systems up to date.',
    add: 'Add webhook',
    empty: 'No webhooks yet',
    events: 'Events',
    eventsHint: 'Leave empty for all events',
    everything: 'All events',
    lastCall: 'Last delivery',
    never: 'Never sent',
    ok: 'Delivered',
    failed: 'Failed',
    createdAt: 'Added',
    active: 'Active',
    switchOf: (url) => `Turn ${url} on or off`,
    deleteOf: (url) => `Delete ${url}`,
    urlHint: 'Internal network addresses are not allowed. Redirects are not followed.',
    badUrl: 'Enter a URL that starts with http:// or https://.',
    secretTitle: 'Webhook secret',
    secret: 'Secret',
    secretOnce: 'The secret is shown only once. Copy it now and keep it safe.',
    secretUse: 'The receiver uses it to verify the X-Scenedock-Signature header (HMAC-SHA-256).',
    secretKept: 'I have saved it',
  },
  settings: {
    switches: 'Switches',
    reorder: 'Allow re-extracting all scenes',
    reorderHint: 'When off, only failed scenes of an approved order can be re-extracted.',
    approveRegistrations: 'Approve registrations',
    approveRegistrationsHint:
      'When on, people who register can sign in once an administrator has approved them under “Users”.',
    readOnly: 'This installation',
    readOnlyHint: 'Set in the server configuration. Read-only here.',
    ftpClient: 'Recommended FTP client',
    offlineAbove: 'Offline copy above',
    uploadMax: 'Maximum attachment size',
    captcha: 'Code in a picture at sign-in',
    demo: 'Demo mode',
    on: 'On',
    off: 'Off',
  },
};
