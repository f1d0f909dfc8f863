import { PickupSheetView } from '@scenedock/ui-kit';
import { Authenticated } from 'react-admin';
import { useParams } from 'react-router-dom';
import { orderPath } from '../parts/orderPath';

/** The sheet that is signed when an offline copy is handed out. */
export function PickupSheetPage() {
  const { id = '' } = useParams();
  return (
    <Authenticated>
      <PickupSheetView orderId={id} back={orderPath(id)} />
    </Authenticated>
  );
}
