import { useSession } from '../session/session';
import { EntranceFrame } from './EntranceFrame';
import { useGoOn } from './useGoOn';

/** What the address asks for while nobody is signed in; and the way on for whoever is. */
export default function EntranceDialog() {
  const { me, pending } = useSession();
  useGoOn();
  return me === null && !pending ? <EntranceFrame /> : null;
}
