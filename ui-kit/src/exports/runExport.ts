import { ApiError } from '../api/client';
import { api } from '../api/endpoints';
import type { ExportRequest, ExportStatus } from '../api/types';

/** Which scenes are exported; the format is chosen last. */
export type ExportTarget = Omit<ExportRequest, 'kind'>;

/** The spec's pace of asking, in milliseconds. */
export const EXPORT_POLL_MS = 2000;

/** Questions in a row that may stay without an answer before the wait is given up. */
const PATIENCE = 5;

/** Whether the target names no scene at all; an order by itself means all of its scenes. */
export function nothingChosen(target: ExportTarget | null): boolean {
  if (target === null) return true;
  if (target.search !== undefined) return false;
  if (target.orderId !== undefined) return target.dids?.length === 0;
  return (target.dataIds ?? []).length === 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A server that is silent or in trouble for a moment may well go on with the export. */
const passing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * Starts an export and waits until it is done or failed. Throws what the server refuses, and the signal's reason when the
 * wait is given up; the server then goes on alone.
 */
export async function runExport(body: ExportRequest, signal: AbortSignal): Promise<ExportStatus> {
  const { uuid } = await api.exports.start(body);
  let unanswered = 0;
  for (;;) {
    signal.throwIfAborted();
    await pause(EXPORT_POLL_MS, signal);
    try {
      const status = await api.exports.status(uuid, { signal });
      if (status.F_STATUS !== '0') return status;
      unanswered = 0;
    } catch (error) {
      unanswered += 1;
      if (signal.aborted || !passing(error) || unanswered >= PATIENCE) throw error;
    }
  }
}

/** Downloads what the session cookie opens, without leaving the page. */
export function downloadUrl(url: string, fileName: string | null): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName ?? '';
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
