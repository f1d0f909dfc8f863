import type { GuardedOperation } from '@scenedock/ui-kit';

/** A call of the HTTP interface, as the server lists it. */
export interface Call {
  method: string;
  path: string;
  operation: string;
}

/** A call as programmers write it. */
export const routeOf = ({ method, path }: Call) => `${method} ${path}`;

/** What only reads although it is no GET: what it asks about does not fit into an address. */
const READS_WITHOUT_GET: ReadonlySet<string> = new Set([
  'heldScenes',
  'countExport',
  'fillBlankForm',
  'subscribePreview',
  'subscribeFillForm',
  'backfillPreview',
  'backfillPreviewOfSearch',
  'getCoverage',
  'exportCoverageCsv',
  'makeTableWorkbook',
  'openPersonalData',
  'previewRole',
  'previewScope',
  'previewCatalogNodeMove',
  'dryRunIngestRules',
  'dryRunReceiving',
] satisfies GuardedOperation[]);

/** Whether a call changes nothing. */
export const onlyReads = ({ method, operation }: Call) =>
  method === 'GET' || READS_WITHOUT_GET.has(operation);
