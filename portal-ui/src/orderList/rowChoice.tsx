import Checkbox from '@mui/material/Checkbox';
import { type Order, useMessages } from '@scenedock/ui-kit';

export type Choice = {
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
};

export const deletable = (order: Order) => order.actions.includes('delete');

/** Chooses every order of the page that can be deleted. */
export function ChooseAll({ orders, chosen, onChoose }: Choice & { orders: Order[] }) {
  const m = useMessages();
  const ids = orders.filter(deletable).map((order) => order.id);
  const on = ids.filter((id) => chosen.has(id)).length;
  return (
    <span title={ids.length > 0 ? undefined : m.orders.notDeletable}>
      <Checkbox
        disabled={ids.length === 0}
        checked={on > 0 && on === ids.length}
        indeterminate={on > 0 && on < ids.length}
        slotProps={{ input: { 'aria-label': m.common.selectAll } }}
        onChange={(_, all) => onChoose(new Set(all ? ids : []))}
      />
    </span>
  );
}

export function ChooseOne({ order, chosen, onChoose }: Choice & { order: Order }) {
  const m = useMessages();
  const may = deletable(order);
  const toggle = (on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(order.id);
    else next.delete(order.id);
    onChoose(next);
  };
  return (
    <span title={may ? undefined : m.orders.notDeletable}>
      <Checkbox
        disabled={!may}
        checked={chosen.has(order.id)}
        slotProps={{ input: { 'aria-label': m.orders.selectRow(order.ordername) } }}
        onChange={(_, on) => toggle(on)}
      />
    </span>
  );
}
