import Button, { type ButtonProps } from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { useEffect, useState } from 'react';
import { singleSignOn } from '../api/singleSignOn';
import { useConfig } from '../api/useConfig';
import { useSingleSignOnTexts } from './singleSignOnTexts';

type LinkProps = Pick<ButtonProps, 'variant' | 'fullWidth' | 'size'> & {
  /** The page that one is led to afterwards. */
  returnTo: string;
};

/** The way to the identity provider; nothing where there is none. */
export function SingleSignOnLink({ returnTo, ...look }: LinkProps) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Back shows the page as it was left.
    const onShow = () => setBusy(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  if (!config) return null;
  return (
    <Button
      {...look}
      href={singleSignOn.startAddress(returnTo)}
      loading={busy}
      onClick={() => setBusy(true)}
    >
      {config.label === '' ? t.button : config.label}
    </Button>
  );
}

/** The same below the form of sign-in. */
export function SingleSignOn({ returnTo }: { returnTo: string }) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  if (!config) return null;
  return (
    <>
      <Divider sx={{ my: 2, typography: 'body2', color: 'text.secondary' }}>{t.or}</Divider>
      <SingleSignOnLink returnTo={returnTo} variant="outlined" size="large" fullWidth />
    </>
  );
}
