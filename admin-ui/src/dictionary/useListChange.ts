import {
  DICTIONARY,
  type DictionaryEntryDraft,
  type DictionaryList,
  dictionaryDesk,
} from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { listKey } from './useDictionaryList';

/** What a change asks for: the list as it is to be, and what is said when it is saved. */
interface Change {
  entries: DictionaryEntryDraft[];
  ok?: string;
  /** Hears of a refusal before anybody is told. */
  onError?: (error: unknown) => void;
}

/** Saves a list over what was read of it; the next change goes by the answer. */
export function useListChange(list: DictionaryList) {
  const { dictionary: m } = useAdminMessages();
  const { run, busy } = useCall(DICTIONARY);
  const queries = useQueryClient();
  const change = ({ entries, ok, onError }: Change) =>
    run(
      async () => {
        try {
          const saved = await dictionaryDesk.save(list.kind, list.version, entries);
          queries.setQueryData(listKey(list.kind), saved);
        } catch (error) {
          onError?.(error);
          throw error;
        }
      },
      { ...(ok === undefined ? {} : { ok }), failed: m.failed },
    );
  return { change, busy };
}
