import { PickupSheetView } from '@scenedock/ui-kit';
import { useParams } from 'react-router';
import { orderPath } from '../orderRoutes';

/** The sheet that is signed when an offline copy is fetched. */
export default function PickupSheetPage() {
  const { id = '' } = useParams();
  return <PickupSheetView orderId={id} back={orderPath(id)} />;
}
