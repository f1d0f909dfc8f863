import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { DeskList } from './DeskList';
import { TargetTable } from './TargetTable';

/** Everybody's subscriptions, to be approved or stopped, and the targets that they go to. */
export function SubscriptionDeskPage() {
  const { subscriptionDesk: m } = useAdminMessages();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'targets' ? 'targets' : 'list';
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Tabs
          value={tab}
          aria-label={m.title}
          onChange={(_, next: string) => setParams(next === 'targets' ? { tab: next } : {})}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="list" label={m.tabs.list} />
          <Tab value="targets" label={m.tabs.targets} />
        </Tabs>
        {tab === 'targets' ? <TargetTable /> : <DeskList />}
      </Paper>
    </>
  );
}
