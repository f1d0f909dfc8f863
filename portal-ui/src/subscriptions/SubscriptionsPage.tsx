import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { Loading } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../parts/PageTitle';
import { SubscriptionList } from './SubscriptionList';
import { TargetsPanel } from './TargetsPanel';
import { usePageWords } from './usePageWords';

const ShelfPanel = lazy(() => import('../shelf/ShelfPanel'));

const TABS = ['list', 'targets', 'shelf'] as const;

/** 我的订阅: searches whose scenes are pushed as they come in, where they are pushed to, and one's own shelf. */
export default function SubscriptionsPage() {
  const m = usePageWords();
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'list';
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
        onChange={(_, next: string) => setParams(next === 'list' ? {} : { tab: next })}
      >
        {TABS.map((one) => (
          <Tab key={one} value={one} label={m.tabs[one]} />
        ))}
      </Tabs>
      {tab === 'list' ? <SubscriptionList /> : null}
      {tab === 'targets' ? <TargetsPanel /> : null}
      {tab === 'shelf' ? (
        <Suspense fallback={<Loading />}>
          <ShelfPanel />
        </Suspense>
      ) : null}
    </Stack>
  );
}
