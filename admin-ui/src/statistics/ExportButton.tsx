import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { statisticsUrl } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { useBreakdown, useMonths, useOverview } from './useFigures';
import type { Dimension, ServiceTab, StatisticsTab } from './useStatisticsState';

/** Tabs that count orders. */
type CountedTab = Exclude<StatisticsTab, ServiceTab | 'openServices'>;

/** The workbooks of a tab: the overview hands out all three (portal specification section 9). */
const WORKBOOKS = {
  overview: ['orders', 'units', 'ranking'],
  monthly: ['monthly'],
  units: [],
  more: ['breakdown'],
} as const satisfies Record<CountedTab, readonly string[]>;

/** Milliseconds between two downloads: browsers drop some of those that begin at one moment. */
const APART = 300;

function download(urls: string[]) {
  urls.forEach((url, n) => {
    window.setTimeout(() => {
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    }, n * APART);
  });
}

interface ExportButtonProps {
  tab: CountedTab;
  /** What the last tab breaks orders down by. */
  by: Dimension;
  period: Period;
}

/** How many orders the tab counts. */
function useOrderCount({ tab, by, period }: ExportButtonProps): number {
  const overview = useOverview(period, tab === 'overview');
  const months = useMonths(period, tab === 'monthly');
  const parts = useBreakdown(by, period, tab === 'more');
  if (tab === 'overview') return overview.data?.orderNum ?? 0;
  const rows = (tab === 'monthly' ? months : parts).data?.items ?? [];
  return rows.reduce((sum, row) => sum + row.OrderNum, 0);
}

/** Downloads what the tab shows as workbooks; not offered for units. */
export function ExportButton({ tab, by, period }: ExportButtonProps) {
  const { statistics: m } = useAdminMessages();
  const notify = useNotify();
  const counted = useOrderCount({ tab, by, period });
  const workbooks = WORKBOOKS[tab];
  if (workbooks.length === 0) return null;
  const onClick = () => {
    if (counted === 0) {
      notify(m.noData, { type: 'warning' });
    } else {
      const query = tab === 'more' ? { by, ...period } : period;
      download(workbooks.map((name) => statisticsUrl(name, query)));
    }
  };
  return (
    <Button
      variant="outlined"
      size="medium"
      startIcon={<FileDownloadOutlined />}
      onClick={onClick}
      sx={{ ml: { sm: 'auto' } }}
    >
      {m.export}
    </Button>
  );
}
