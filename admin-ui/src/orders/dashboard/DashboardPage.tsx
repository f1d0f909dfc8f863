import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Dashboard, EmptyState, office, QueryResult, useNow } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import type { AdminMessages } from '../../i18n/zh';
import { PageHead } from '../../parts/PageHead';
import { waitingTime } from '../../parts/waitingTime';
import { useMay } from '../../providers/useMe';
import { AUDIT_DESK, attentionPath, HOME, listPath } from '../list/lists';
import { ExpiringCard } from './ExpiringCard';
import { FailedCard } from './FailedCard';
import { Figure, type FigureProps } from './Figure';
import { LOOK_MS } from './useWork';
import { WaitingCard } from './WaitingCard';

/** The first page of the back office: what there is to do. Each figure leads to the list of just those orders; those that come first are listed below. */
export function DashboardPage() {
  const { dashboard: m } = useAdminMessages();
  const audits = useMay('/order/audit');
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => office.auditDesk.dashboard({ signal }),
    refetchInterval: LOOK_MS,
  });
  return (
    <>
      <PageHead title={m.title}>
        {audits && (
          <Button variant="contained" component={RouterLink} to={AUDIT_DESK}>
            {m.openDesk}
          </Button>
        )}
      </PageHead>
      <QueryResult query={query}>{(found) => <Figures found={found} />}</QueryResult>
    </>
  );
}

function Figures({ found }: { found: Dashboard }) {
  const a = useAdminMessages();
  const now = useNow();
  const figures = figuresOf(found, a, now);
  return (
    <>
      <Box component="ul" aria-label={a.dashboard.title} sx={GRID}>
        {figures.map((figure) => (
          <Figure key={figure.name} {...figure} />
        ))}
      </Box>
      {waitsForPeople(found) ? (
        <Box sx={CARDS}>
          <WaitingCard />
          <FailedCard />
          <ExpiringCard />
        </Box>
      ) : (
        <EmptyState title={a.dashboard.calm} />
      )}
    </>
  );
}

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: {
    xs: 'repeat(auto-fill, minmax(min(100%, 160px), 1fr))',
    sm: 'repeat(auto-fill, minmax(200px, 1fr))',
  },
} as const;

const CARDS = {
  display: 'grid',
  gap: 1.5,
  mt: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
} as const;

/** What is being prepared needs nobody. */
const waitsForPeople = ({ waiting, failedScenes, failedPackaging, expiring }: Dashboard) =>
  waiting + failedScenes + failedPackaging + expiring > 0;

/** What each figure says, and where it leads. */
function figuresOf(found: Dashboard, a: AdminMessages, now: number): FigureProps[] {
  const { dashboard: m, desk } = a;
  const waits = found.oldest ? [m.oldest(waitingTime(found.oldest.since, now, desk))] : [];
  const pending = found.pending > 0 ? [m.pending(found.pending)] : [];
  return [
    {
      name: m.waiting,
      count: found.waiting,
      to: HOME,
      notes: [...waits, ...pending],
      none: m.noneWaiting,
      tone: 'needed',
    },
    {
      name: m.failedScenes,
      count: found.failedScenes,
      to: attentionPath('failed_scenes'),
      notes: [m.failedScenesNote],
      none: m.noneFailedScenes,
      tone: 'failed',
    },
    {
      name: m.failedPackaging,
      count: found.failedPackaging,
      to: attentionPath('failed_packaging'),
      notes: [m.failedPackagingNote],
      none: m.noneFailedPackaging,
      tone: 'failed',
    },
    {
      name: m.expiring,
      count: found.expiring,
      to: attentionPath('expiring'),
      notes: [m.expiringNote],
      none: m.noneExpiring,
      tone: 'needed',
    },
    {
      name: m.preparing,
      count: found.preparing,
      to: listPath('approved'),
      notes: [m.preparingNote],
      none: m.nonePreparing,
      tone: 'working',
    },
  ];
}
