import RssFeed from '@mui/icons-material/RssFeed';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { offers, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../session/session';
import { useSignInFirst } from '../../session/useSignInFirst';
import type { SearchState } from '../searchState';

const SubscribeSearch = lazy(() => import('./SubscribeSearch'));

/** Subscribes to the present search: guests are asked to sign in, and whom subscriptions are not for sees nothing. */
export default function SubscribeButton({ state }: { state: SearchState }) {
  const m = useMessages();
  const { me } = useSession();
  const signInFirst = useSignInFirst();
  const [isOpen, setIsOpen] = useState(false);
  if (me !== null && !offers(me, 'subscriptions')) return null;
  return (
    <>
      <Tooltip title={m.find.subscribe}>
        <Button
          aria-label={m.find.subscribe}
          startIcon={<RssFeed fontSize="small" />}
          onClick={() => signInFirst(() => setIsOpen(true))}
          sx={{
            minWidth: 0,
            whiteSpace: 'nowrap',
            '& .MuiButton-startIcon': { mr: { xs: 0, sm: 1 } },
          }}
        >
          <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            {m.find.subscribeShort}
          </Box>
        </Button>
      </Tooltip>
      {isOpen ? (
        <Suspense>
          <SubscribeSearch state={state} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
