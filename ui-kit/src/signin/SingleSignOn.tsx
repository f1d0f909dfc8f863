import Button, { type ButtonProps } from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { singleSignOn } from '../api/singleSignOn';
import { useConfig } from '../api/useConfig';
import { useSingleSignOnTexts } from './singleSignOnTexts';

type LinkProps = Pick<ButtonProps, 'variant' | 'fullWidth' | 'size'> & {
  /** The page that one is led to afterwards. */
  returnTo: string;
  /** What comes before leaving; false: one stays. */
  beforeLeaving?: () => Promise<boolean>;
};

/** The way to the identity provider; nothing where there is none. */
export function SingleSignOnLink({ returnTo, beforeLeaving, ...look }: LinkProps) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  const [busy, setBusy] = useState(false);
  const isHere = useIsHere();
  useEffect(() => {
    // Back shows the page as it was left.
    const onShow = () => setBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  if (!config) return null;
  const address = singleSignOn.startAddress(returnTo);
  const onClick = (event: MouseEvent) => {
    // A window of its own is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    setBusy(true);
    if (beforeLeaving === undefined) return;
    event.preventDefault();
    void beforeLeaving().then((leaves) => {
      if (!isHere.current) return;
      if (leaves) window.location.assign(address);
      else setBusy(false);
    });
  };
  return (
    <Button {...look} href={address} loading={busy} onClick={onClick}>
      {config.label === '' ? t.button : config.label}
    </Button>
  );
}

/** Whether what asks still stands there. */
function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** How large the window of the identity provider is, in pixels. */
const WINDOW = 'popup,width=520,height=720';

/**
 * Signs in again in a window of its own, so that the page behind keeps what was typed; nothing where there is no provider. The
 * page hears of the new token as of that of any other tab.
 */
export function SingleSignOnAgain() {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  if (!config) return null;
  const address = singleSignOn.startAgainAddress();
  return (
    <Button
      href={address}
      target="_blank"
      rel="noopener"
      variant="outlined"
      size="large"
      fullWidth
      onClick={(event) => {
        // Where no such window may be opened, the link opens a tab.
        if (window.open(address, '_blank', WINDOW) !== null) event.preventDefault();
      }}
    >
      {t.again}
    </Button>
  );
}

/** The way there below the form of sign-in. */
export function SingleSignOn(way: Pick<LinkProps, 'returnTo' | 'beforeLeaving'>) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  if (!config) return null;
  return (
    <>
      <Divider sx={{ my: 2, typography: 'body2', color: 'text.secondary' }}>{t.or}</Divider>
      <SingleSignOnLink {...way} variant="outlined" size="large" fullWidth />
    </>
  );
}
