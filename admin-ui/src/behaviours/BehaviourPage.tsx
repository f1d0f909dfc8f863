import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { statisticsUrl } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ChartTime } from '../parts/figures/ChartTime';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { PageHead } from '../parts/PageHead';
import { useMay } from '../providers/useMe';
import { BehaviourFigures } from './BehaviourFigures';
import { BehaviourLog } from './BehaviourLog';
import { BEHAVIOUR_TABS, type BehaviourTab, useBehaviourAddress } from './useBehaviourAddress';

const tabId = (tab: BehaviourTab) => `behaviours-${tab}`;
const PANEL = 'behaviours-panel';

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
      <Tabs
        value={tab}
        onChange={(_, next: BehaviourTab) => address.open(next)}
        aria-label={m.title}
        sx={{ mt: 1, mb: 2 }}
      >
        {BEHAVIOUR_TABS.filter((name) => mayReadLog || name === 'figures').map((name) => (
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
        </Box>
      </ChartTime>
    </>
  );
}
