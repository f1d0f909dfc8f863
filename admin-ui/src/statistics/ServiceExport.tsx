import { statisticsTableUrl, statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ExportLinks } from '../parts/figures/ExportLinks';
import type { Period } from '../parts/figures/period';
import type { Aspect, ServiceTab } from './useStatisticsState';

interface ServiceExportProps {
  tab: ServiceTab;
  aspect: Aspect;
  period: Period;
}

/** The figures of a tab as a workbook, and by month as a table. */
export function ServiceExport({ tab, aspect, period }: ServiceExportProps) {
  const { service: m, statistics } = useAdminMessages();
  const query = tab === 'satisfaction' ? { aspect, ...period } : period;
  return (
    <ExportLinks
      workbook={{ label: statistics.export, href: statisticsUrl(tab, query) }}
      table={{ label: m.table, href: statisticsTableUrl(tab, query) }}
    />
  );
}
