import AccountCircle from '@mui/icons-material/AccountCircle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../session/session';
import { useSignInLink } from '../session/useEntrance';

const PersonMenu = lazy(() => import('./PersonMenu'));

export function AccountMenu() {
  const m = useMessages();
  const signInLink = useSignInLink();
  const { me, pending, signOut } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (pending) return null;
  if (me === null) {
    return (
      <Button component={Link} {...signInLink} variant="outlined" color="inherit">
        {m.nav.signIn}
      </Button>
    );
  }
  const leave = () => {
    setAnchor(null);
    void signOut();
  };
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${m.nav.account} ${me.userName}`}
        sx={{ minWidth: 0, gap: 1 }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AccountCircle fontSize="small" />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {me.userName}
        </Box>
      </Button>
      {anchor === null ? null : (
        <Suspense>
          <PersonMenu me={me} anchor={anchor} onClose={() => setAnchor(null)} onLeave={leave} />
        </Suspense>
      )}
    </>
  );
}
