import Stack from '@mui/material/Stack';
import { ErrorState, Loading } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { SettingsPanels } from '../settings/SettingsPanels';
import { SystemForm } from './SystemForm';
import { useSysInfos } from './useSystemForm';

/** What administrators set for everybody, the switches, and what whoever runs the server has set. */
export function SystemPage() {
  const { system: m } = useAdminMessages();
  const { data, error, refetch } = useSysInfos();
  const refused = !data && error instanceof Error && 'status' in error && error.status === 403;
  return (
    <>
      <PageHead title={m.title} />
      <Stack spacing={2}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Loading /> : null}
        {data ? <SystemForm saved={data.items} /> : null}
        {/* Whoever may not read this page could save none of the switches. */}
        {refused ? null : <SettingsPanels />}
      </Stack>
    </>
  );
}
