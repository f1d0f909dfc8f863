import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExportKind, ExportStatus } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { errorText } from '../parts/States';
import { downloadUrl, type ExportTarget, nothingChosen, runExport } from './runExport';

export type ExportNotify = (
  text: string,
  severity: 'success' | 'info' | 'warning' | 'error',
) => void;

/**
 * One export at a time: start it, wait for it, download it. `running` is the format at work, null when none is. Leaving
 * the screen ends the wait without a word.
 */
export function useExport(notify: ExportNotify) {
  const m = useMessages();
  const [running, setRunning] = useState<ExportKind | null>(null);
  const wait = useRef<AbortController | null>(null);
  useEffect(() => () => wait.current?.abort(), []);

  const finish = ({ F_STATUS, F_ZIPURL, fileName, message }: ExportStatus) => {
    if (F_STATUS === '2') return notify(message || m.exports.failed, 'error');
    if (!F_ZIPURL) return notify(m.exports.noFile, 'warning');
    downloadUrl(F_ZIPURL, fileName);
    notify(m.exports.done, 'success');
  };
  const start = async (kind: ExportKind, target: ExportTarget | null) => {
    if (wait.current !== null && !wait.current.signal.aborted) return;
    if (target === null || nothingChosen(target)) {
      return notify(m.exports.nothingChosen, 'warning');
    }
    const own = new AbortController();
    wait.current = own;
    setRunning(kind);
    try {
      const status = await runExport({ ...target, kind }, own.signal);
      if (!own.signal.aborted) finish(status);
    } catch (error) {
      if (!own.signal.aborted) notify(errorText(error, m.exports.failed), 'error');
    } finally {
      // A newer export may have begun after this one was given up.
      if (wait.current === own) {
        wait.current = null;
        setRunning(null);
      }
    }
  };
  const cancel = useCallback(() => {
    if (wait.current === null) return;
    wait.current.abort();
    wait.current = null;
    setRunning(null);
    notify(m.exports.cancelled, 'info');
  }, [notify, m]);
  return { running, start, cancel };
}
