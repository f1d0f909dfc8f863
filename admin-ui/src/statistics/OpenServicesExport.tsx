import { statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ExportLinks } from '../parts/figures/ExportLinks';
import type { Period } from '../parts/figures/period';

interface OpenServicesExportProps {
  period: Period;
  /** Only of this client system; empty: of all. */
  system: string;
}

/** The figures of client systems as workbooks, by system and by day. */
export function OpenServicesExport({ period, system }: OpenServicesExportProps) {
  const { openServices: m } = useAdminMessages();
  const days = system === '' ? period : { system, ...period };
  return (
    <ExportLinks
      workbook={{
        label: m.exportSystems,
        href: statisticsUrl('open-services', { by: 'system', ...days }),
      }}
      table={{ label: m.exportDays, href: statisticsUrl('open-services', { by: 'day', ...days }) }}
    />
  );
}
