import { useAdminMessages } from '../../i18n/useAdminMessages';

interface Change<R> {
  /** The record as it was when the dialog opened; undefined: a new one. */
  opened: R | undefined;
  /** The record as it is now; null: it is gone; undefined: not read. */
  now: R | null | undefined;
  /** Why the last try was not taken. */
  refusal: string | null;
  /** What both of them can say, in words. */
  wordsOf: (record: R) => string;
}

/**
 * What a refused change goes on with. A first try goes by the record as it was when the dialog opened, so that nobody's work is
 * replaced unseen; after a refusal the dialog says what the record is now, and the next try goes by that.
 */
export function useKeptText<R>({ opened, now, refusal, wordsOf }: Change<R>) {
  const { dialog: m } = useAdminMessages();
  if (refusal === null || opened === undefined) return { base: opened, refusal };
  if (now === null) return { base: opened, refusal: `${refusal}\n${m.gone}` };
  if (now === undefined || wordsOf(now) === wordsOf(opened))
    return { base: now ?? opened, refusal };
  return { base: now, refusal: `${refusal}\n${m.latest(wordsOf(now))}` };
}
