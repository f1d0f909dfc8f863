import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Loading, useMessages } from '@scenedock/ui-kit';
import { lazy, type MouseEvent, Suspense, useEffect } from 'react';
import { Outlet, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useCartOfOtherTabs } from '../session/useCart';
import { usePendingCart } from '../session/useCartIntent';
import { Footer } from './Footer';
import { Header } from './Header';
import { useCatalogueCheck } from './useCatalogueCheck';

/** It has time until the browser has none to lose. */
const Banner = lazy(async () => {
  await new Promise((resume) => (window.requestIdleCallback ?? setTimeout)(resume));
  return import('../announcements/Banner');
});

/** Past everything to the first row of the results, or to their heading while there are none. */
function toResults(event: MouseEvent) {
  const results = document.getElementById('results');
  const first = results?.querySelector<HTMLElement>('[data-row]') ?? results;
  if (!first) return;
  event.preventDefault();
  first.focus();
}

type SkipProps = { href: string; label: string; onClick?: (event: MouseEvent) => void };

function SkipLink({ href, label, onClick }: SkipProps) {
  return (
    <Link
      href={href}
      {...(onClick ? { onClick } : {})}
      sx={{
        position: 'absolute',
        left: -9999,
        zIndex: 2000,
        bgcolor: 'background.paper',
        p: 1,
        '&:focus': { left: 8, top: 8 },
      }}
    >
      {label}
    </Link>
  );
}

/** A page opened by a link begins at its top; Back finds the page where it was left. */
function useTopOfPage(pathname: string) {
  const kind = useNavigationType();
  useEffect(() => {
    if (kind !== 'POP') document.documentElement.scrollTop = 0;
  }, [pathname, kind]);
}

/** Header and page. `navHide` in the address hides the header, for embedding. */
export function Layout() {
  const m = useMessages();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  useTopOfPage(pathname);
  useCatalogueCheck();
  useCartOfOtherTabs();
  usePendingCart();
  const full = pathname === '/search';
  const bare = params.has('navHide');
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        ...(full ? { height: '100dvh' } : { minHeight: '100dvh' }),
      }}
    >
      {full ? <SkipLink href="#results" label={m.find.skip} onClick={toResults} /> : null}
      <SkipLink href="#main" label={m.common.skip} />
      {bare ? null : (
        <>
          <Header />
          <Suspense>
            <Banner />
          </Suspense>
        </>
      )}
      <Box
        component="main"
        id="main"
        tabIndex={-1}
        sx={{
          flex: 1,
          minHeight: 0,
          outline: 'none',
          ...(full ? {} : { width: '100%', maxWidth: 1440, mx: 'auto', p: { xs: 1.5, md: 3 } }),
        }}
      >
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Box>
      {bare || full ? null : <Footer />}
    </Box>
  );
}
