import { useSession } from './session';

/** Lists of scenes as files are made for applicants, administrators, and guests once they have signed in; not for operators. */
export function useMayExport(): boolean {
  return useSession().me?.role !== 'operator';
}
