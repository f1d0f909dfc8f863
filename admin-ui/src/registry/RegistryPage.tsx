import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { registry } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { PageHead } from '../parts/PageHead';
import { EntriesTab } from './EntriesTab';
import { FiguresTab } from './FiguresTab';
import {
  REGISTRY_TABS,
  type RegistryTab,
  registryQuery,
  useRegistryAddress,
} from './useRegistryAddress';

const tabId = (tab: RegistryTab) => `registry-${tab}`;
const PANEL = 'registry-panel';

/** What was provided to whom, one entry for each delivery, and how much that was. */
export function RegistryPage() {
  const { registry: m } = useAdminMessages();
  const address = useRegistryAddress();
  const { period, tab } = address;
  const query = registryQuery(period, address.filters);
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <PeriodBar period={period} onQuery={address.query}>
        {tab === 'entries' && (
          <Stack direction="row" sx={{ gap: 1, ml: { sm: 'auto' } }}>
            {(['csv', 'xlsx'] as const).map((ending) => (
              <Button
                key={ending}
                href={registry.exportUrl(ending, query)}
                variant="outlined"
                size="medium"
                startIcon={<FileDownloadOutlined />}
              >
                {m[ending]}
              </Button>
            ))}
          </Stack>
        )}
      </PeriodBar>
      <Tabs
        value={tab}
        onChange={(_, next: RegistryTab) => address.open(next)}
        aria-label={m.title}
        sx={{ my: 1 }}
      >
        {REGISTRY_TABS.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            value={name}
            label={m.tabs[name]}
            aria-controls={name === tab ? PANEL : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={PANEL} aria-labelledby={tabId(tab)}>
        {tab === 'entries' ? (
          <EntriesTab address={address} />
        ) : (
          <FiguresTab period={period} by={address.by} onChange={address.count} />
        )}
      </Box>
    </>
  );
}
