import Stack from '@mui/material/Stack';
import { QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { SettingsPanels } from '../settings/SettingsPanels';
import { SystemForm } from './SystemForm';
import { useSysInfos } from './useSystemForm';

/** What administrators set for everybody, the switches, and what whoever runs the server has set. */
export function SystemPage() {
  const { system: m } = useAdminMessages();
  const query = useSysInfos();
  const { data, error } = query;
  const refused = !data && error instanceof Error && 'status' in error && error.status === 403;
  return (
    <>
      <PageHead title={m.title} />
      <Stack spacing={2}>
        <QueryResult query={query}>{({ items }) => <SystemForm saved={items} />}</QueryResult>
        {/* Whoever may not read this page could save none of the switches. */}
        {refused ? null : <SettingsPanels />}
      </Stack>
    </>
  );
}
