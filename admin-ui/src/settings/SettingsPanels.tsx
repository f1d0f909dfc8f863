import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {
  api,
  type Config,
  Facts,
  formatBytes,
  QueryResult,
  type Settings,
  useConfigQuery,
  useMessages,
} from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import { PushCaps } from './PushCaps';
import { useSettings } from './useSettings';

/** What administrators may switch, and what whoever runs the server has set. */
export function SettingsPanels() {
  const { settings: m, pushCaps } = useAdminMessages();
  return (
    <>
      <Panel title={m.switches}>
        <Switches />
      </Panel>
      <Panel title={pushCaps.title}>
        <PushCaps />
      </Panel>
      <Panel title={m.readOnly}>
        <Installation />
      </Panel>
    </>
  );
}

function Switches() {
  const { settings: m } = useAdminMessages();
  const query = useSettings();
  return (
    <QueryResult query={query}>
      {(settings) => (
        <Stack spacing={2}>
          <SettingSwitch
            name={m.reorder}
            hint={m.reorderHint}
            setting="reorder"
            settings={settings}
          />
          <SettingSwitch
            name={m.approveRegistrations}
            hint={m.approveRegistrationsHint}
            setting="approveRegistrations"
            settings={settings}
          />
        </Stack>
      )}
    </QueryResult>
  );
}

interface SettingSwitchProps {
  name: string;
  hint: string;
  setting: 'reorder' | 'approveRegistrations';
  settings: Settings;
}

function SettingSwitch({ name, hint, setting, settings }: SettingSwitchProps) {
  const { common } = useMessages();
  const { run, busy } = useCall(['settings']);
  const id = useId();
  const save = (on: boolean) =>
    run(() => api.system.saveSettings({ [setting]: on }), {
      ok: common.success,
      failed: common.failure,
    });
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
      <Box sx={{ flex: 1 }}>
        <Typography id={`${id}-name`}>{name}</Typography>
        <Typography id={`${id}-hint`} variant="body2" color="textSecondary">
          {hint}
        </Typography>
      </Box>
      <Switch
        checked={settings[setting]}
        disabled={busy}
        onChange={(_, on) => void save(on)}
        slotProps={{
          input: { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-hint` },
        }}
      />
    </Stack>
  );
}

function Installation() {
  const query = useConfigQuery();
  return <QueryResult query={query}>{(config) => <ConfigFacts config={config} />}</QueryResult>;
}

function ConfigFacts({ config }: { config: Config }) {
  const { settings: m } = useAdminMessages();
  const yes = (on: boolean) => (on ? m.on : m.off);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.readOnlyHint}
      </Typography>
      <Facts
        layout="grid"
        facts={[
          [m.ftpClient, config.ftpClientUrl],
          [m.offlineAbove, formatBytes(config.offlineAboveBytes)],
          [m.uploadMax, formatBytes(config.uploadMaxBytes)],
          [m.captcha, yes(config.captcha)],
          [m.demo, yes(config.demo)],
        ]}
      />
    </>
  );
}
