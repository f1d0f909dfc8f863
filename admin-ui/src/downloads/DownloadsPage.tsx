import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { statisticsTableUrl, statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { ExportLinks } from '../parts/figures/ExportLinks';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { spanOf } from '../parts/figures/timeSpan';
import { usePeriod } from '../parts/figures/usePeriod';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { CompletionTab } from './CompletionTab';
import { DownloadFigures } from './DownloadFigures';
import { TransferLog } from './TransferLog';
import { DOWNLOAD_TABS, type DownloadTab, useDownloadsAddress } from './useDownloadsAddress';

const tabId = (tab: DownloadTab) => `downloads-${tab}`;
const PANEL = 'downloads-panel';

/** What was downloaded: how much, how far deliveries were fetched, and for who sees the registry download by download. */
export function DownloadsPage() {
  const { downloads: m, statistics } = useAdminMessages();
  const maySeeRows = useMay('/registry/list');
  const { unit, onlyDormant, open, choose, narrow, ...address } = useDownloadsAddress();
  const { period, query } = usePeriod();
  const tabs = DOWNLOAD_TABS.filter((name) => maySeeRows || name !== 'transfers');
  const tab = tabs.find((name) => name === address.tab) ?? 'figures';
  const narrowed = { ...period, ...(unit === '' ? {} : { unit }) };
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {tab === 'completion' ? m.completionHint : m.hint}
      </Typography>
      <PeriodBar period={period} onQuery={query}>
        {tab === 'figures' && (
          <ExportLinks
            workbook={{
              label: m.workbook,
              href: statisticsUrl('downloads', { by: spanOf(period), ...narrowed }),
            }}
            table={{ label: m.table, href: statisticsTableUrl('downloads', narrowed) }}
          />
        )}
      </PeriodBar>
      <Tabs
        value={tab}
        onChange={(_, next: DownloadTab) => open(next)}
        aria-label={m.title}
        sx={{ mt: 1, mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            id={tabId(name)}
            value={name}
            label={m.tabs[name]}
            aria-controls={name === tab ? PANEL : undefined}
          />
        ))}
      </Tabs>
      <ChartTime value={statistics.timeOf(period.from, period.to)}>
        <Box role="tabpanel" id={PANEL} aria-labelledby={tabId(tab)}>
          {tab === 'figures' && (
            <DownloadFigures period={period} unit={unit} onChoose={choose} withRows={maySeeRows} />
          )}
          {tab === 'completion' && (
            <CompletionTab
              period={period}
              onlyDormant={onlyDormant}
              onNarrow={narrow}
              withRows={maySeeRows}
            />
          )}
          {tab === 'transfers' && <TransferLog period={period} />}
        </Box>
      </ChartTime>
    </>
  );
}
