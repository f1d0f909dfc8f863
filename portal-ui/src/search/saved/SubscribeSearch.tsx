import { SubscribeChoice } from '../../subscriptions/SubscribeChoice';
import type { SearchState } from '../searchState';
import { useSearchedNow } from './useSearchedNow';

type Props = { state: SearchState; onClose: () => void };

/** Keeps the present search as a subscription. */
export default function SubscribeSearch({ state, onClose }: Props) {
  return <SubscribeChoice {...useSearchedNow(state)} onClose={onClose} />;
}
