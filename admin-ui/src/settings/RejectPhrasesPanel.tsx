import { api } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { NamesPanel } from './NamesPanel';

const PHRASES = {
  key: ['rejectPhrases'],
  load: api.auditDesk.phrases,
  namesIn: ({ phrases }: Awaited<ReturnType<typeof api.auditDesk.phrases>>) => phrases,
  save: api.auditDesk.savePhrases,
} as const;

/** What the audit desk offers as reasons for rejections. */
export function RejectPhrasesPanel() {
  const { desk: m } = useAdminMessages();
  return <NamesPanel title={m.phrasesPanel} hint={m.phrasesPanelHint} list={PHRASES} />;
}
