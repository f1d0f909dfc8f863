import type { Subscription } from '@scenedock/ui-kit';
import { useState } from 'react';
import { EditDialog } from './EditDialog';
import { PickSubscription } from './PickSubscription';
import { SubscribeDialog } from './SubscribeDialog';
import type { SearchedNow } from './searchedNow';

type Props = SearchedNow & { onClose: () => void };

/** Keeps a search as a subscription: as a new one, or in place of what one of one's own searches. */
export function SubscribeChoice({ onClose, ...searched }: Props) {
  const [into, setInto] = useState<'new' | 'pick' | Subscription>('new');
  if (into === 'new') {
    return <SubscribeDialog {...searched} onUpdate={() => setInto('pick')} onClose={onClose} />;
  }
  if (into === 'pick') return <PickSubscription onPick={setInto} onClose={() => setInto('new')} />;
  return <EditDialog one={into} searched={searched} onClose={onClose} />;
}
