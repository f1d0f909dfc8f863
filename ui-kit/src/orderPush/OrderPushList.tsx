import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../parts/States';
import { PushCard } from './PushCard';
import { PushOrderDialog } from './PushOrderDialog';
import { usePushTexts } from './pushTexts';
import { type PushedOrder, useOrderPushes } from './useOrderPushes';

type Props = {
  order: PushedOrder;
  /** Leads to where targets are made; null for people who push to somebody else's. */
  addTarget: ReactNode | null;
  onSent: (text: string) => void;
  /** The titled section of the app around the list. */
  frame: (title: string, list: ReactNode) => ReactNode;
};

/** Every push of an order and what became of its files; nothing while there was none. */
export function OrderPushList({ order, addTarget, onSent, frame }: Props) {
  const m = usePushTexts();
  const { data, error, refetch } = useOrderPushes(order);
  const [again, setAgain] = useState<string | null>(null);
  if (data === undefined) {
    if (error === null) return null;
    return frame(m.title, <ErrorState error={error} onRetry={() => void refetch()} />);
  }
  if (data.items.length === 0) return null;
  const targetOf = (id: string | null) => data.targets.find((target) => target.id === id);
  return frame(
    m.title,
    <>
      <Stack component="ul" aria-label={m.title} sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
        {data.items.map((push) => (
          <PushCard
            key={push.id}
            push={push}
            target={targetOf(push.targetId)}
            isOpen={data.isOpen}
            onAgain={() => setAgain(push.targetId)}
          />
        ))}
      </Stack>
      {again === null ? null : (
        <PushOrderDialog
          {...{ order, addTarget, onSent }}
          pushes={data}
          targetId={again}
          onClose={() => setAgain(null)}
        />
      )}
    </>,
  );
}
