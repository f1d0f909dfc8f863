import Typography from '@mui/material/Typography';
import { statisticsTableUrl, statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { ExportLinks } from '../parts/figures/ExportLinks';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { spanOf } from '../parts/figures/timeSpan';
import { usePeriod } from '../parts/figures/usePeriod';
import { PageHead } from '../parts/PageHead';
import { PageTabs } from '../parts/PageTabs';
import { useMay } from '../providers/useMe';
import { CompletionTab } from './CompletionTab';
import { DownloadFigures } from './DownloadFigures';
import { TransferLog } from './TransferLog';
import { DOWNLOAD_TABS, useDownloadsAddress } from './useDownloadsAddress';

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
      <ChartTime value={statistics.timeOf(period.from, period.to)}>
        <PageTabs
          page="downloads"
          title={m.title}
          tabs={tabs}
          labels={m.tabs}
          open={tab}
          onOpen={open}
        >
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
        </PageTabs>
      </ChartTime>
    </>
  );
}
