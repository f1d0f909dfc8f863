import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { leaveFor } from './leaveFor';

/** Pages of the back office, which is another app. */
const BACK_OFFICE = '/admin/';

export const isOfBackOffice = (path: string) => path.startsWith(BACK_OFFICE);

/** Leads on to a page that was wished for, in this app or in the back office; Back skips the one that led there. */
export function useGoTo(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (path) => {
      if (isOfBackOffice(path)) leaveFor(path);
      else navigate(path, { replace: true });
    },
    [navigate],
  );
}
