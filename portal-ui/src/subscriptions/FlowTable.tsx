import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { EmptyState, QueryResult, subscriptions, useSubscriptionWords } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type DayOfFlow, withWaiting } from './flowDays';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

const FlowChart = lazy(() => import('./FlowChart'));

/** Pixels, as the chart has them. */
const CHART_HEIGHT = 240;

const STATES = ['delivered', 'waiting', 'missed', 'withdrawn'] as const;

/** What matched day by day, and what became of it: as a chart, and as the table of its numbers. */
export function FlowTable({ id }: { id: string }) {
  const m = usePageWords();
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'flow', id],
    queryFn: ({ signal }) => subscriptions.flow(id, { signal }),
  });
  return (
    <QueryResult query={query} empty={<EmptyState title={m.scenesEmpty} />}>
      {(found) => {
        const days = withWaiting(found);
        return (
          <Stack sx={{ gap: 1.5 }}>
            <Suspense fallback={<Box sx={{ height: CHART_HEIGHT }} />}>
              <FlowChart days={days} />
            </Suspense>
            <DayTable days={days} />
          </Stack>
        );
      }}
    </QueryResult>
  );
}

function DayTable({ days }: { days: readonly DayOfFlow[] }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  return (
    <Box tabIndex={0} role="group" aria-label={m.flow} sx={{ overflowX: 'auto' }}>
      {/* A phone's width holds all six columns when none is broken into a line for each character. */}
      <Table
        size="small"
        aria-label={m.flow}
        sx={{ '& td, & th': { whiteSpace: 'nowrap', px: { xs: 0.75, sm: 2 } } }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{m.flowDay}</TableCell>
            <TableCell align="right">{m.flowMatched}</TableCell>
            {STATES.map((state) => (
              <TableCell key={state} align="right">
                {w.matches[state]}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {days.map((day) => (
            <TableRow key={day.day}>
              <TableCell>{day.day}</TableCell>
              <TableCell align="right">{day.matched}</TableCell>
              {STATES.map((state) => (
                <TableCell key={state} align="right">
                  {day[state]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
