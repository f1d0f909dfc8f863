import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { SubscriptionList } from './SubscriptionList';
import { TargetsPanel } from './TargetsPanel';
import { usePageWords } from './usePageWords';

/** 我的订阅: searches whose scenes are pushed as they come in, and where they are pushed to. */
export default function SubscriptionsPage() {
  const m = usePageWords();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'targets' ? 'targets' : 'list';
  return (
    <Stack sx={{ maxWidth: 1000, mx: 'auto', p: 2, gap: 1.5 }}>
      <PageTitle parts={[m.tabs[tab], m.title]} />
      <Typography variant="h1">{m.title}</Typography>
      <Typography variant="body2" color="textSecondary">
        {m.intro}
      </Typography>
      <Tabs
        value={tab}
        aria-label={m.title}
        onChange={(_, next: string) => setParams(next === 'targets' ? { tab: next } : {})}
      >
        <Tab value="list" label={m.tabs.list} />
        <Tab value="targets" label={m.tabs.targets} />
      </Tabs>
      {tab === 'targets' ? <TargetsPanel /> : <SubscriptionList />}
    </Stack>
  );
}
