import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import {
  criteriaText,
  EmptyState,
  FormDialog,
  QueryResult,
  type Subscription,
  subscriptions,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isChangeable } from './changeable';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

/** As many as one person may have that have not ended. */
const PAGE_SIZE = 100;

type Props = { onPick: (one: Subscription) => void; onClose: () => void };

/** Asks which of one's own subscriptions is meant. */
export function PickSubscription({ onPick, onClose }: Props) {
  const m = usePageWords();
  const [picked, setPicked] = useState<Subscription | null>(null);
  const query = useQuery({
    queryKey: [...SUBSCRIPTIONS, 'changeable'],
    queryFn: async ({ signal }) => {
      const { items, total } = await subscriptions.list(
        { page: 1, pageSize: PAGE_SIZE },
        { signal },
      );
      return { items: items.filter(isChangeable), isAll: total <= PAGE_SIZE };
    },
  });
  return (
    <FormDialog
      wide
      title={m.updateExisting}
      confirm={m.next}
      blocked={picked === null ? m.pickFirst : undefined}
      onSubmit={() => {
        if (picked !== null) onPick(picked);
      }}
      onClose={onClose}
    >
      <QueryResult query={query}>
        {({ items, isAll }) =>
          items.length === 0 ? (
            <EmptyState title={m.empty} hint={m.pickEmpty} />
          ) : (
            <>
              <List aria-label={m.title}>
                {items.map((one) => (
                  <li key={one.id}>
                    <PickedLine
                      one={one}
                      selected={one.id === picked?.id}
                      onPick={() => setPicked(one)}
                    />
                  </li>
                ))}
              </List>
              {isAll ? null : (
                <Typography variant="caption" color="textSecondary">
                  {m.pickMore}
                </Typography>
              )}
            </>
          )
        }
      </QueryResult>
    </FormDialog>
  );
}

type LineProps = { one: Subscription; selected: boolean; onPick: () => void };

function PickedLine({ one, selected, onPick }: LineProps) {
  const w = useSubscriptionWords();
  const { number, name, standing } = one;
  return (
    <ListItemButton selected={selected} aria-pressed={selected} onClick={onPick}>
      <ListItemText
        primary={`${name} · ${w.standings[standing]}`}
        secondary={`${number} · ${criteriaText(one, w)}`}
        sx={{ overflowWrap: 'anywhere' }}
      />
    </ListItemButton>
  );
}
