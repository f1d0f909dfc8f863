import { api } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { NamesPanel } from './NamesPanel';

const LEVELS = {
  key: ['processes'],
  load: api.system.processes,
  namesIn: ({ items }: Awaited<ReturnType<typeof api.system.processes>>) =>
    items.map(({ name }) => name),
  save: api.system.saveProcesses,
} as const;

/** The dictionary of processing levels that reprocessing orders choose from. */
export function ProcessingLevelsPanel() {
  const { settings: m } = useAdminMessages();
  return <NamesPanel title={m.levels} hint={m.levelsHint} list={LEVELS} />;
}
