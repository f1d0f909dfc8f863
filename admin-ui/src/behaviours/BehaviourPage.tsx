import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { PageHead } from '../parts/PageHead';
import { PageTabs } from '../parts/PageTabs';
import { useMay } from '../providers/useMe';
import { BehaviourFigures } from './BehaviourFigures';
import { BehaviourLog } from './BehaviourLog';
import { BEHAVIOUR_TABS, useBehaviourAddress } from './useBehaviourAddress';

/** What people did: how often, and for administrators row by row. */
export function BehaviourPage() {
  const { behaviours: m, statistics } = useAdminMessages();
  const mayReadLog = useMay('/log/list');
  const address = useBehaviourAddress();
  const { period } = address;
  const tab = mayReadLog ? address.tab : 'figures';
  return (
    <>
      <PageHead title={m.title} />
      <PeriodBar period={period} onQuery={address.query}>
        {tab === 'figures' && (
          <Button
            href={statisticsUrl('behaviours', period)}
            variant="outlined"
            size="medium"
            startIcon={<FileDownloadOutlined />}
            sx={{ ml: { sm: 'auto' } }}
          >
            {statistics.export}
          </Button>
        )}
      </PeriodBar>
      <ChartTime value={statistics.timeOf(period.from, period.to)}>
        <PageTabs
          page="behaviours"
          title={m.title}
          tabs={BEHAVIOUR_TABS.filter((name) => mayReadLog || name === 'figures')}
          labels={m.tabs}
          open={tab}
          onOpen={address.open}
        >
          {tab === 'figures' ? (
            <BehaviourFigures
              period={period}
              type={address.type ?? 2}
              onChoose={(type) => address.choose(type)}
              withRows={mayReadLog}
            />
          ) : (
            <BehaviourLog period={period} />
          )}
        </PageTabs>
      </ChartTime>
    </>
  );
}
