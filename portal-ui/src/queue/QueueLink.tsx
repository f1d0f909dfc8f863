import MuiLink from '@mui/material/Link';
import { holds } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { useSession } from '../session/session';
import { useQueueWords } from './useQueueWords';

/** The way to the page of the queue, for whoever has orders of their own. */
export function QueueLink() {
  const m = useQueueWords();
  const { me } = useSession();
  if (!holds(me, '/order/mine')) return null;
  return (
    <MuiLink component={Link} to="/queue" variant="body2">
      {m.link}
    </MuiLink>
  );
}
