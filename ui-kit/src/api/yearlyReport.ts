import { address, answer, type Signal, wire } from './client';
import type { ReportNoteDraft, ReportToPublish, YearlyReportQuery } from './types';

export type ReportFileFormat = 'docx' | 'xlsx' | 'json';

/** The report of a year: what is counted at this moment, and the editions that were published. */
export const yearlyReport = {
  draft: (query: YearlyReportQuery, options: Signal = {}) =>
    answer(wire.GET('/api/reports/yearly', { ...options, params: { query } })),
  edition: (id: string, options: Signal = {}) =>
    answer(wire.GET('/api/reports/yearly/{id}', { ...options, params: { path: { id } } })),
  draftUrl: (query: YearlyReportQuery, format: ReportFileFormat) =>
    address('/api/reports/yearly/file', { query: { ...query, format } }),
  editionUrl: (id: string, format: ReportFileFormat) =>
    address('/api/reports/yearly/{id}/file', { path: { id }, query: { format } }),
  /** An empty text takes back what was said. */
  saveNote: (body: ReportNoteDraft) => answer(wire.PUT('/api/reports/yearly/notes', { body })),
  publish: (body: ReportToPublish) => answer(wire.POST('/api/reports/yearly', { body })),
};
