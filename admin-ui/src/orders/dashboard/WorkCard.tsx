import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { QueryResult } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';

/** How many orders a card lists. */
const MAX_ROWS = 5;

/** The orders that were made first. */
export const FIRST_MADE = { page: 1, pageSize: MAX_ROWS, sort: 'creattime' } as const;

/** As many as there hardly ever are, for an order of rows that lists do not have. */
export const ALL_BY_AGE = { ...FIRST_MADE, pageSize: 100 } as const;

/** The orders that come first, and how many there are. */
interface Work<T> {
  items: readonly T[];
  total: number;
}

interface WorkCardProps<T> {
  title: string;
  query: { data: Work<T> | undefined; error: unknown; refetch: () => unknown };
  /** Says that there are none. */
  none: string;
  /** The lists that hold all of them, for when there are more than fit. */
  whole: readonly { name: string; to: string }[];
  /** Of how many that were made first the rows are chosen; left out: of all. */
  among?: number;
  row: (item: T) => ReactNode;
}

/** The orders behind a figure that come first. */
export function WorkCard<T>({ title, query, none, whole, among, row }: WorkCardProps<T>) {
  const { dashboard: m } = useAdminMessages();
  return (
    <Panel flush title={title}>
      <QueryResult
        query={query}
        empty={
          <Typography role="status" variant="body2" color="textSecondary" sx={{ p: 2 }}>
            {none}
          </Typography>
        }
      >
        {({ items, total }) => (
          <>
            <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {items.slice(0, MAX_ROWS).map(row)}
            </Box>
            {total > MAX_ROWS && (
              <Stack
                direction="row"
                sx={{
                  gap: 2,
                  px: 2,
                  py: 1.25,
                  flexWrap: 'wrap',
                  borderTop: 1,
                  borderColor: 'divider',
                }}
              >
                {whole.map(({ name, to }) => (
                  <Link key={to} component={RouterLink} to={to} variant="body2">
                    {name}
                  </Link>
                ))}
                {among !== undefined && total > among && (
                  <Typography variant="caption" color="textSecondary">
                    {m.amongFirst(among)}
                  </Typography>
                )}
              </Stack>
            )}
          </>
        )}
      </QueryResult>
    </Panel>
  );
}

interface WorkRowProps {
  order: { ordername: string; productName: string; applyUserUnit: string };
  to: string;
  /** Why it is listed: how long it waits, what failed, when it ends. */
  note: ReactNode;
}

/** An order as a link: what it is called, for whom, and why it is listed. */
export function WorkRow({ order, to, note }: WorkRowProps) {
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        component={RouterLink}
        to={to}
        sx={{
          display: 'block',
          px: 2,
          py: 1,
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Stack
          direction="row"
          // As high with a chip as with a word.
          sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, minHeight: 22 }}
        >
          <Typography noWrap variant="body2" sx={{ fontWeight: 600 }}>
            {order.productName || order.ordername}
          </Typography>
          <Box sx={{ display: 'flex', flexShrink: 0, '& > span': { display: 'flex' } }}>{note}</Box>
        </Stack>
        <Typography noWrap variant="caption" component="div" color="textSecondary">
          {[order.applyUserUnit, order.ordername].filter(Boolean).join(' · ')}
        </Typography>
      </ButtonBase>
    </Box>
  );
}
