import { DICTIONARY, type DictionaryEntryDraft, type DictionaryList } from '@scenedock/ui-kit';
import { HttpError, useUpdate } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { faultsOf } from '../providers/errors';

/** What a change asks for: the list as it is to be, and what is said when it is saved. */
interface Change {
  entries: DictionaryEntryDraft[];
  ok?: string;
  /** A refusal is shown where the form stands. */
  inPlace?: boolean;
  /** Hears of a refusal before anybody is told. */
  onError?: (error: unknown) => void;
}

/** A refusal that says beside its own words which orders have what was to go. */
function withUses(error: unknown): unknown {
  const uses = faultsOf(error)?.entries;
  if (!(error instanceof HttpError) || uses === undefined) return error;
  return new HttpError(`${error.message} ${uses}`, error.status, error.body);
}

/** Saves a list over what was read of it; the next change goes by the answer, which react-admin keeps as the record. */
export function useListChange({ kind, version }: DictionaryList) {
  const { dictionary: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(DICTIONARY);
  const [update] = useUpdate();
  const change = ({ entries, ok, inPlace = false, onError }: Change) =>
    run(
      async () => {
        const params = { id: kind, data: { version, entries }, previousData: { id: kind } };
        try {
          await update('dictionary', params, {
            mutationMode: 'pessimistic',
            returnPromise: true,
            // Said by the call around it.
            onError: () => undefined,
          });
        } catch (error) {
          onError?.(error);
          throw withUses(error);
        }
      },
      { ...(ok === undefined ? {} : { ok }), inPlace, failed: m.failed },
    );
  return { change, busy, refusal };
}
