import { holds, type Me, type Permission } from '@scenedock/ui-kit';
import { useGetIdentity } from 'ra-core';

/** The signed-in person; undefined until the server has answered. */
export function useMe(): Me | undefined {
  return useGetIdentity().identity?.me as Me | undefined;
}

/** Whether the signed-in person may do it. The server asks again at every call. */
export function useMay(code: Permission): boolean {
  return holds(useMe(), code);
}
