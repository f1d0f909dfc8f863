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
import { ReceivedFigures } from './ReceivedFigures';
import { ReceivedScenes } from './ReceivedScenes';
import { RECEIVED_TABS, useReceivedAddress } from './useReceivedAddress';

/** What the archive took in: how much, and scene by scene. */
export function ReceivedPage() {
  const { received: m, statistics } = useAdminMessages();
  const { tab, satellite, open, choose } = useReceivedAddress();
  const { period, query } = usePeriod();
  const narrowed = { ...period, ...(satellite === '' ? {} : { satellite }) };
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.hint}
      </Typography>
      <PeriodBar period={period} onQuery={query}>
        {tab === 'figures' && (
          <ExportLinks
            workbook={{
              label: m.workbook,
              href: statisticsUrl('received', { by: spanOf(period), ...narrowed }),
            }}
            table={{ label: m.table, href: statisticsTableUrl('received', narrowed) }}
          />
        )}
      </PeriodBar>
      <ChartTime value={statistics.timeOf(period.from, period.to)}>
        <PageTabs
          page="received"
          title={m.title}
          tabs={RECEIVED_TABS}
          labels={m.tabs}
          open={tab}
          onOpen={open}
        >
          {tab === 'figures' ? (
            <ReceivedFigures period={period} satellite={satellite} onChoose={choose} />
          ) : (
            <ReceivedScenes period={period} />
          )}
        </PageTabs>
      </ChartTime>
    </>
  );
}
