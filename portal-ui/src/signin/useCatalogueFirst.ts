import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withoutEntrance } from '../session/signInPath';
import { catalogueCheck, errorPath } from '../shell/useCatalogueCheck';

/**
 * Asks for the catalogue before one leaves for the identity provider (portal specification, section 4). False: it does not
 * answer, and one is led to the page of an outage, which leads back to the page below the dialog.
 */
export function useCatalogueFirst(): () => Promise<boolean> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(async () => {
    const answers = await catalogueCheck(client);
    const from = `${pathname}${withoutEntrance(search)}`;
    if (!answers) navigate(errorPath(from), { replace: true });
    return answers;
  }, [client, navigate, pathname, search]);
}
