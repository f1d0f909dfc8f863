import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { api, ConfirmDialog, type Order, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

type CatalogueOnly = 'ask' | 'leave_out';

interface ApproveDialogProps {
  order: Order;
  busy: boolean;
  onConfirm: (catalogueOnly: CatalogueOnly) => void;
  onCancel: () => void;
}

/** How many scenes of the order have no file; lists do not say it, so it is asked. */
function useCatalogued(order: Order): number {
  const { data } = useQuery({
    queryKey: ['orders', 'catalogued', order.id, order.submittedAt],
    queryFn: async ({ signal }) => (await api.orders.get(order.id, { signal })).catalogueOnly,
    enabled: order.catalogueOnly === null,
  });
  return order.catalogueOnly ?? data ?? 0;
}

/** The question before approving, with the choice what becomes of scenes that only the catalogue knows. */
export function ApproveDialog({ order, busy, onConfirm, onCancel }: ApproveDialogProps) {
  const { detail } = useMessages();
  const count = useCatalogued(order);
  const all = count === order.dataCount;
  const [chosen, setChosen] = useState<CatalogueOnly | null>(null);
  const choice = chosen ?? (count > 0 && !all ? 'leave_out' : 'ask');
  return (
    <ConfirmDialog
      text={detail.approveConfirm}
      busy={busy}
      onConfirm={() => onConfirm(choice)}
      onCancel={onCancel}
    >
      {count > 0 && (
        <>
          <Alert severity="warning" sx={{ mt: 1.5 }}>
            {detail.catalogueOnly(count, order.dataCount)}
          </Alert>
          <RadioGroup
            aria-label={detail.catalogueOnly(count, order.dataCount)}
            value={choice}
            onChange={(_, value) => setChosen(value as CatalogueOnly)}
            sx={{ mt: 1, gap: 0.5 }}
          >
            <FormControlLabel
              value="leave_out"
              disabled={all}
              control={<Radio size="small" />}
              label={detail.approveLeaveOut(count)}
            />
            <FormControlLabel
              value="ask"
              control={<Radio size="small" />}
              label={detail.approveAsk}
            />
          </RadioGroup>
        </>
      )}
    </ConfirmDialog>
  );
}
