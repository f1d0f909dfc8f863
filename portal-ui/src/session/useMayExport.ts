import { holds } from '@scenedock/ui-kit';
import { useSession } from './session';

/** Lists of scenes as files are made for applicants, administrators, and guests once they have signed in; not for operators. */
export function useMayExport(): boolean {
  const { me } = useSession();
  return me === null || holds(me, '/export/list');
}
