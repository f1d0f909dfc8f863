import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { PageHead } from '../parts/PageHead';
import { BreakdownTab } from './BreakdownTab';
import { ExportButton } from './ExportButton';
import { MonthlyTab } from './MonthlyTab';
import { OverviewTab } from './OverviewTab';
import { UnitsTab } from './UnitsTab';
import { type StatisticsTab, TABS, useStatisticsState } from './useStatisticsState';

const tabId = (tab: StatisticsTab) => `statistics-${tab}`;
const PANEL = 'statistics-panel';

/** Order statistics of a period: overview, months, units, and what else orders are told apart by. */
export function StatisticsPage() {
  const { statistics: m } = useAdminMessages();
  const { period, tab, by, query, open, breakDown } = useStatisticsState();
  return (
    <>
      <PageHead title={m.title} />
      <PeriodBar period={period} onQuery={query}>
        <ExportButton tab={tab} by={by} period={period} />
      </PeriodBar>
      <Tabs
        value={tab}
        onChange={(_, next: StatisticsTab) => open(next)}
        variant="scrollable"
        aria-label={m.title}
        sx={{ mt: 1, mb: 2 }}
      >
        {TABS.map((name) => (
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
        {tab === 'overview' && <OverviewTab period={period} />}
        {tab === 'monthly' && <MonthlyTab period={period} />}
        {tab === 'units' && <UnitsTab period={period} />}
        {tab === 'more' && <BreakdownTab period={period} by={by} onChange={breakDown} />}
      </Box>
    </>
  );
}
