import { errorText } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useLogoutIfAccessDenied, useNotify } from 'ra-core';
import { useCallback, useState } from 'react';
import { faultsOf, statusOf, toHttpError } from '../providers/errors';

/** What to say afterwards. */
export interface CallTexts {
  /** Left out where nothing is to be said. */
  ok?: string;
  failed: string;
  /** The failure stays until it is closed (orders specification section 8: audit failures). */
  persistent?: boolean;
  /** What the server refuses of fields stands at them, and is not said again. */
  faultsAtFields?: boolean;
  /** The failure is shown where the form stands (`refusal`), and not said again. */
  inPlace?: boolean;
  failedAs?: 'error' | 'warning' | 'info';
}

/**
 * How a change went: accepted; refused, when things are no longer what the screen showed; or failed, when
 * the same may be tried again.
 */
export type Outcome = 'accepted' | 'refused' | 'failed';

const OUT_OF_DATE = [404, 409];

/**
 * Runs one change: says how it went, adds the server's own words to a failure, and asks for `stale`
 * afresh either way, since a refusal means that the screen was out of date. `refusal` is why the last one was not taken.
 */
export function useCall(stale: readonly string[]) {
  const notify = useNotify();
  const queries = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const topics = stale.join(' ');

  const run = useCallback(
    async (call: () => Promise<unknown>, texts: CallTexts): Promise<Outcome> => {
      setBusy(true);
      setRefusal(null);
      try {
        await call();
        if (texts.ok) {
          notify(texts.ok, { type: 'success' });
        }
        return 'accepted';
      } catch (error) {
        if (!(await logoutIfAccessDenied(toHttpError(error)))) {
          const isToldAtFields = texts.faultsAtFields === true && faultsOf(error) !== undefined;
          const reason = isToldAtFields ? '' : errorText(error, '');
          setRefusal(reason || texts.failed);
          if (!texts.inPlace) {
            notify(`${texts.failed} ${reason}`.trim(), {
              type: texts.failedAs ?? 'error',
              autoHideDuration: texts.persistent ? null : undefined,
            });
          }
        }
        return OUT_OF_DATE.includes(statusOf(error) ?? 0) ? 'refused' : 'failed';
      } finally {
        setBusy(false);
        for (const topic of topics.split(' ')) {
          void queries.invalidateQueries({ queryKey: [topic] });
        }
      }
    },
    [notify, queries, logoutIfAccessDenied, topics],
  );
  return { run, busy, refusal };
}
