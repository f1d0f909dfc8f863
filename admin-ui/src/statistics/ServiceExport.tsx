import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { statisticsTableUrl, statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
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
    <Stack direction="row" sx={{ gap: 1, ml: { sm: 'auto' } }}>
      <Button
        href={statisticsUrl(tab, query)}
        variant="outlined"
        size="medium"
        startIcon={<FileDownloadOutlined />}
      >
        {statistics.export}
      </Button>
      <Button href={statisticsTableUrl(tab, query)} variant="outlined" size="medium">
        {m.table}
      </Button>
    </Stack>
  );
}
