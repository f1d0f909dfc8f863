import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { type Order, usePushTexts } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { useNotice } from '../parts/notice';
import { useSession } from '../session/session';

/** Where one's own targets are made. */
const TARGETS = '/subscriptions?tab=targets';

/** What pushing takes from the portal. */
export function usePush(order: Order) {
  const m = usePushTexts();
  const notice = useNotice();
  const { me } = useSession();
  const isOwn = me?.loginName === order.loginUser;
  const addTarget = isOwn ? (
    <Button component={Link} to={TARGETS} startIcon={<Add />} sx={{ alignSelf: 'flex-start' }}>
      {m.addTarget}
    </Button>
  ) : null;
  return { order, addTarget, onSent: (text: string) => notice(text) };
}
