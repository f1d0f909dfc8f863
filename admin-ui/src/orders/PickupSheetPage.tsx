import { PickupSheetView } from '@scenedock/ui-kit';
import { Authenticated } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useCatalogueCheck } from '../layout/useCatalogueCheck';
import { orderPath } from '../parts/orderPath';

/** The sheet that is signed when an offline copy is handed out. It stands outside the layout, and is a step as any other. */
export function PickupSheetPage() {
  const { id = '' } = useParams();
  useCatalogueCheck();
  return (
    <Authenticated>
      <PickupSheetView orderId={id} back={orderPath(id)} />
    </Authenticated>
  );
}
