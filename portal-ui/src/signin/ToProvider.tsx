import DialogContent from '@mui/material/DialogContent';
import { Loading, singleSignOn, useSingleSignOnTexts } from '@scenedock/ui-kit';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withoutEntrance } from '../session/signInPath';
import { useCatalogueFirst } from './useCatalogueFirst';

/**
 * Leads to the identity provider where the catalogue answers. One comes back to the dialog over the same page, which leads on;
 * Back comes back to the page without it.
 */
export function ToProvider() {
  const t = useSingleSignOnTexts();
  const isCatalogueThere = useCatalogueFirst();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    void isCatalogueThere().then((answers) => {
      if (!answers) return;
      navigate({ pathname, search: withoutEntrance(search) }, { replace: true });
      window.location.assign(singleSignOn.startAddress(`${pathname}${search}`));
    });
  }, [isCatalogueThere, navigate, pathname, search]);
  return (
    <DialogContent>
      <Loading label={t.leaving} />
    </DialogContent>
  );
}
