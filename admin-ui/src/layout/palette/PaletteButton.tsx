import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { AUDIT_DESK } from '../../orders/list/lists';
import { isCovered, isWriting } from '../../parts/keys';
import { OfficeKeyList } from '../../parts/OfficeKeyList';
import { useKeptPlaces } from './useRecentPlaces';

const CommandPalette = lazy(() => import('./CommandPalette'));

type Opened = 'palette' | 'keys' | null;

/** What a key opens, from anywhere. While something lies over the page, its own keys hold. */
function openedBy(event: KeyboardEvent, pathname: string): Opened {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing, defaultPrevented } = event;
  if (isComposing || altKey || defaultPrevented || isCovered()) return null;
  if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') return 'palette';
  if (ctrlKey || metaKey || key !== '?' || isWriting(event.target)) return null;
  // The desk has a list of its own, these among them.
  return pathname === AUDIT_DESK ? null : 'keys';
}

function useOpeningKeys(onOpen: (opened: Opened) => void) {
  const { pathname } = useLocation();
  const latest = useRef({ pathname, onOpen });
  latest.current = { pathname, onOpen };
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const opened = openedBy(event, latest.current.pathname);
      if (opened === null) return;
      event.preventDefault();
      latest.current.onOpen(opened);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** The way to any page, order, user or task by its name; from the keyboard, too. */
export function PaletteButton() {
  const { palette: m } = useAdminMessages();
  const [opened, setOpened] = useState<Opened>(null);
  useKeptPlaces();
  useOpeningKeys(setOpened);
  const close = () => setOpened(null);
  return (
    <>
      <Button
        color="inherit"
        aria-label={m.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        startIcon={<Search />}
        onClick={() => setOpened('palette')}
        sx={BUTTON}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
          {m.button}
        </Box>
        <Box component="kbd" aria-hidden sx={KEY}>
          Ctrl K
        </Box>
      </Button>
      {opened === 'palette' && (
        <Suspense fallback={null}>
          <CommandPalette onClose={close} onKeys={() => setOpened('keys')} />
        </Suspense>
      )}
      {opened === 'keys' && <OfficeKeyList title={m.keysTitle} keys={[]} onClose={close} />}
    </>
  );
}

const BUTTON = {
  minWidth: 0,
  mr: { xs: 0, md: 1 },
  whiteSpace: 'nowrap',
  border: { md: '1px solid currentColor' },
  '& .MuiButton-startIcon': { ml: 0, mr: { xs: 0, md: 1 } },
} as const;

const KEY = {
  display: { xs: 'none', lg: 'inline' },
  ml: 1.5,
  fontFamily: 'inherit',
  typography: 'caption',
  opacity: 0.8,
} as const;
