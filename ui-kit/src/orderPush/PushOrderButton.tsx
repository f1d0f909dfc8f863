import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { PushOrderDialog } from './PushOrderDialog';
import { usePushTexts } from './pushTexts';
import { type PushedOrder, useOrderPushes } from './useOrderPushes';

type Props = {
  order: PushedOrder;
  /** Leads to where targets are made; null for people who push to somebody else's. */
  addTarget: ReactNode | null;
  /** Says that it is on its way. */
  onSent: (text: string) => void;
  variant?: ButtonProps['variant'];
};

/** 推送订单: there while the order can be pushed. */
export function PushOrderButton({ order, addTarget, onSent, variant = 'outlined' }: Props) {
  const m = usePushTexts();
  const { data } = useOrderPushes(order);
  const [isOpened, setOpened] = useState(false);
  if (data === undefined) return null;
  return (
    <>
      {data.isOpen ? (
        <Button variant={variant} onClick={() => setOpened(true)}>
          {m.push}
        </Button>
      ) : null}
      {isOpened ? (
        <PushOrderDialog
          {...{ order, addTarget, onSent }}
          pushes={data}
          targetId={null}
          onClose={() => setOpened(false)}
        />
      ) : null}
    </>
  );
}
