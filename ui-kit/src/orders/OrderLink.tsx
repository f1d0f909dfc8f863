import Link from '@mui/material/Link';
import { Link as RouterLink, useLocation } from 'react-router';
import type { Order } from '../api/types';
import { Clamped } from '../parts/Clamped';

/** The number of an order in a list; leads to its page, and back to these very rows. */
export function OrderLink({ order, to }: { order: Order; to: string }) {
  const { pathname, search } = useLocation();
  return (
    <Link
      component={RouterLink}
      to={to}
      state={{ from: `${pathname}${search}` }}
      sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {order.ordername}
    </Link>
  );
}

/** A text of an order that may be long: on one line of a table's row, on two of a card. */
export function OrderText({
  text,
  maxWidth,
}: {
  text: string | null | undefined;
  maxWidth: number;
}) {
  return <Clamped text={text || '-'} lines={{ xs: 2, sm: 1 }} maxWidth={maxWidth} />;
}
