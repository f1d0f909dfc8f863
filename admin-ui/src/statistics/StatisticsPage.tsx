import { useQueryClient } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { PeriodBar } from '../parts/figures/PeriodBar';
import type { Period } from '../parts/figures/period';
import { PageHead } from '../parts/PageHead';
import { PageTabs } from '../parts/PageTabs';
import { BreakdownTab } from './BreakdownTab';
import { ExploitationTab } from './ExploitationTab';
import { ExportButton } from './ExportButton';
import { MonthlyTab } from './MonthlyTab';
import { OpenServicesExport } from './OpenServicesExport';
import { OpenServicesTab } from './OpenServicesTab';
import { OverviewTab } from './OverviewTab';
import { PreparationTab } from './PreparationTab';
import { SatisfactionTab } from './SatisfactionTab';
import { ServiceExport } from './ServiceExport';
import { UnitsTab } from './UnitsTab';
import { isService, TABS, useStatisticsState } from './useStatisticsState';

/**
 * Order statistics of a period: overview, months and units as the specification has them, how well the survey served, what client
 * systems called for, and what else orders are told apart by.
 */
export function StatisticsPage() {
  const { statistics: m } = useAdminMessages();
  const state = useStatisticsState();
  const { period, tab, by, aspect, showsRows, query, open, breakDown, rate } = state;
  const queries = useQueryClient();
  // 查询 asks the server whatever it answered before: a period that runs backwards, or the same days again.
  const askAgain = (next: Period) => {
    query(next);
    void queries.invalidateQueries({ queryKey: ['statistics'] });
  };
  return (
    <>
      <PageHead title={m.title} />
      <PeriodBar period={period} onQuery={askAgain}>
        <Export {...state} />
      </PeriodBar>
      <ChartTime value={m.timeOf(period.from, period.to)}>
        <PageTabs
          page="statistics"
          title={m.title}
          tabs={TABS}
          labels={m.tabs}
          open={tab}
          onOpen={open}
          scrollable
        >
          {tab === 'overview' && <OverviewTab period={period} />}
          {tab === 'monthly' && <MonthlyTab period={period} />}
          {tab === 'units' && <UnitsTab period={period} />}
          {tab === 'preparation' && <PreparationTab period={period} showsRows={showsRows} />}
          {tab === 'satisfaction' && (
            <SatisfactionTab period={period} aspect={aspect} onRate={rate} showsRows={showsRows} />
          )}
          {tab === 'exploitation' && <ExploitationTab period={period} showsRows={showsRows} />}
          {tab === 'openServices' && <OpenServicesTab {...state} />}
          {tab === 'more' && <BreakdownTab period={period} by={by} onChange={breakDown} />}
        </PageTabs>
      </ChartTime>
    </>
  );
}

type ExportProps = Pick<
  ReturnType<typeof useStatisticsState>,
  'tab' | 'by' | 'aspect' | 'period' | 'system'
>;

function Export({ tab, by, aspect, period, system }: ExportProps) {
  if (tab === 'openServices') return <OpenServicesExport period={period} system={system} />;
  if (isService(tab)) return <ServiceExport tab={tab} aspect={aspect} period={period} />;
  return <ExportButton tab={tab} by={by} period={period} />;
}
