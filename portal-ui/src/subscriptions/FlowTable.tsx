import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { EmptyState, QueryResult, subscriptions, useSubscriptionWords } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

/** What matched day by day, and what became of it; the bar shows how much of it was delivered. */
export function FlowTable({ id }: { id: string }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'flow', id],
    queryFn: ({ signal }) => subscriptions.flow(id, { signal }),
  });
  return (
    <QueryResult query={query} empty={<EmptyState title={m.scenesEmpty} />}>
      {(days) => {
        const most = Math.max(...days.map((day) => day.matched));
        return (
          <Table size="small" aria-label={m.flow}>
            <TableHead>
              <TableRow>
                <TableCell>{m.flowDay}</TableCell>
                <TableCell align="right">{m.flowMatched}</TableCell>
                <TableCell align="right">{w.matches.delivered}</TableCell>
                <TableCell align="right">{w.matches.missed}</TableCell>
                <TableCell sx={{ width: '40%', display: { xs: 'none', sm: 'table-cell' } }} />
              </TableRow>
            </TableHead>
            <TableBody>
              {days.map((day) => (
                <TableRow key={day.day}>
                  <TableCell>{day.day}</TableCell>
                  <TableCell align="right">{day.matched}</TableCell>
                  <TableCell align="right">{day.delivered}</TableCell>
                  <TableCell align="right">{day.missed}</TableCell>
                  <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>
                    <DayBar whole={day.matched / most} delivered={day.delivered / day.matched} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        );
      }}
    </QueryResult>
  );
}

function DayBar({ whole, delivered }: { whole: number; delivered: number }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: `${whole * 100}%`,
        minWidth: 2,
        height: 8,
        bgcolor: 'action.disabledBackground',
      }}
    >
      <Box sx={{ width: `${delivered * 100}%`, height: 8, bgcolor: 'primary.main' }} />
    </Box>
  );
}
