import DialogContent from '@mui/material/DialogContent';
import { Loading, singleSignOn, useSingleSignOnTexts } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withoutEntrance } from '../session/signInPath';
import { catalogueCheck } from '../shell/useCatalogueCheck';

/**
 * Asks for the catalogue, and then leads to the identity provider (portal specification, section 4). One comes back to the
 * dialog over the same page, which leads on; Back comes back to the page without it.
 */
export function ToProvider() {
  const t = useSingleSignOnTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    const page = { pathname, search: withoutEntrance(search) };
    void catalogueCheck(client).then((answers) => {
      if (!answers) {
        const from = `${page.pathname}${page.search}`;
        navigate(`/error?${new URLSearchParams({ from })}`, { replace: true });
        return;
      }
      navigate(page, { replace: true });
      window.location.assign(singleSignOn.startAddress(`${pathname}${search}`));
    });
  }, [client, navigate, pathname, search]);
  return (
    <DialogContent>
      <Loading label={t.leaving} />
    </DialogContent>
  );
}
