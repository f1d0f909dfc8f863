import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type RegistryQuery, registry } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { usePeriod } from '../parts/figures/usePeriod';
import { EndlessList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { PageTabs } from '../parts/PageTabs';
import { EntriesTab } from './EntriesTab';
import { FiguresTab } from './FiguresTab';
import { REGISTRY_CONDITIONS, REGISTRY_TABS, useRegistryAddress } from './useRegistryAddress';

/** What the list may be ordered by. */
const ORDERS = ['-opened', 'applicant', '-scenes', '-size'] as const satisfies readonly NonNullable<
  RegistryQuery['sort']
>[];

/** What was provided to whom, one entry for each delivery, and how much that was. */
export function RegistryPage() {
  const { registry: m } = useAdminMessages();
  const { tab, by, unit, open, count, narrow } = useRegistryAddress();
  const { period, query } = usePeriod();
  return (
    <EndlessList
      resource="registry"
      orders={ORDERS}
      title={m.title}
      conditions={REGISTRY_CONDITIONS}
      filter={period}
    >
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <PeriodBar period={period} onQuery={query}>
        {tab === 'entries' && <ExportLinks />}
      </PeriodBar>
      <PageTabs
        page="registry"
        title={m.title}
        tabs={REGISTRY_TABS}
        labels={m.tabs}
        open={tab}
        onOpen={open}
      >
        {tab === 'entries' ? (
          <EntriesTab />
        ) : (
          <FiguresTab period={period} by={by} unit={unit} onChange={count} onNarrow={narrow} />
        )}
      </PageTabs>
    </EndlessList>
  );
}

/** The entries that the list shows, all of them, as a file. */
function ExportLinks() {
  const { registry: m } = useAdminMessages();
  const { filter, filterValues } = useListContext();
  const query: RegistryQuery = { ...filter, ...filterValues };
  return (
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
  );
}
