import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { holds, useMessages } from '@scenedock/ui-kit';
import { Link } from 'react-router';
import { orderListPath } from '../orderRoutes';
import { useSession } from '../session/session';
import { GuidePage } from './GuidePage';
import { GuideVideo } from './GuideVideo';
import { Steps } from './Steps';
import { useGuide } from './useGuide';

/** From the search to the data (portal specification section 2: userGuide). */
export default function UserGuidePage() {
  const { nav } = useMessages();
  const { me } = useSession();
  const { intro, steps, go } = useGuide().use;
  return (
    <GuidePage page="userGuide" title={nav.guide} intro={intro} own={<Steps steps={steps} />}>
      <GuideVideo />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button component={Link} to="/search" variant="contained">
          {go.search}
        </Button>
        {me === null && (
          <Button component={Link} to="/register" variant="outlined">
            {go.register}
          </Button>
        )}
        {holds(me, '/order/mine') && (
          <Button component={Link} to={orderListPath('all')} variant="outlined">
            {go.orders}
          </Button>
        )}
        <Button component={Link} to="/offLineDisk" variant="outlined">
          {go.offline}
        </Button>
      </Stack>
    </GuidePage>
  );
}
