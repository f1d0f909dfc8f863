import { api, useSettled } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** How long a name that was left must stand before it is asked about, in milliseconds (portal specification, section 9). */
const PATIENCE_MS = 2000;

/** Whether somebody has the account name; asked once the field has been left for a while. */
export function useNameTaken(loginName: string, left: boolean): boolean {
  const name = useSettled(left ? loginName : '', PATIENCE_MS);
  const { data } = useQuery({
    queryKey: ['nameTaken', name],
    queryFn: ({ signal }) => api.auth.exists(name, { signal }),
    enabled: name !== '',
    // A refusal only means that the server will say it on sending.
    retry: false,
  });
  return name === loginName && data?.exists === true;
}
