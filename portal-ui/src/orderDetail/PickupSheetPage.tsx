import { PickupSheetView } from '@scenedock/ui-kit';
import { useParams } from 'react-router';
import { orderPath } from '../orderRoutes';
import { useCatalogueCheck } from '../shell/useCatalogueCheck';

/** The sheet that is signed when an offline copy is fetched. It stands outside the layout, and is a step as any other. */
export default function PickupSheetPage() {
  const { id = '' } = useParams();
  useCatalogueCheck();
  return <PickupSheetView orderId={id} back={orderPath(id)} />;
}
