import {
  api,
  type Config,
  endStay,
  getToken,
  isInactive,
  isLeaving,
  isLockKept,
  lockReason,
  type Me,
  onTokenChange,
  setToken,
  useMessages,
  useTimeOnSite,
} from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PERSISTENT, useNotice } from '../parts/notice';
import { signInPath } from './signInPath';

/** Not needed to begin with: fetched when the page stands. */
const SessionGuard = lazy(() => import('@scenedock/ui-kit/SessionGuard'));

/** How often it is asked whether the session is alive, in milliseconds. */
const ONLINE_CHECK_MS = 60_000;

type Session = {
  /** Null for guests. */
  me: Me | null;
  /** True until it is known who this is. */
  pending: boolean;
  signOut: () => Promise<void>;
  /** The server has ended the session because the person wished for it: nothing is told of an expiry. */
  forget: () => void;
};

const Context = createContext<Session>({
  me: null,
  pending: false,
  signOut: () => Promise.resolve(),
  forget: () => undefined,
});

/** Who is signed in here. Follows sign-in and sign-out in other tabs, and the server's 401. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const [token, setOwnToken] = useState(getToken);
  // A browser that was closed with a locked page has no token, and has told nobody that the stay ended.
  const [isOver, setOver] = useState(() => getToken() === null && isLockKept() && isInactive());
  const leaving = useRef(false);
  const wished = useRef(false);
  const { data, isPending, isError } = useQuery({
    queryKey: ['me', token],
    queryFn: ({ signal }) => api.auth.me({ signal }),
    enabled: token !== null && !isOver,
    staleTime: 300_000,
    refetchInterval: ONLINE_CHECK_MS,
  });
  const me = token === null ? null : (data ?? null);
  const [expired, setExpired] = useState(false);
  useToSearch(expired, setExpired);
  useEffect(
    () =>
      onTokenChange((next) => {
        // The page is about to be loaded anew; what a quick hand presses before that would be undone.
        if (leaving.current || isLeaving()) return;
        // The guard of the session deals with a locked page, and with one that nobody has touched for a day.
        if (lockReason() !== null) return;
        if (next === null && isInactive()) return setOver(true);
        setOwnToken(next);
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
        if (next === null && !wished.current) {
          notice(m.auth.expired, 'warning');
          setExpired(true);
        }
        wished.current = false;
      }),
    [client, notice, m],
  );
  useFreshPage(leaving);
  useTimeOnSite(me?.id ?? null);
  const onResumed = useCallback(
    (resumed: Me, fresh: string) => {
      // Known at once, or the page would be taken down until the server has said it again.
      client.setQueryData(['me', fresh], resumed);
      setOwnToken(fresh);
    },
    [client],
  );
  const onFarewell = useCallback(
    (text: string, title: string) => notice(text, 'warning', { ...PERSISTENT, title }),
    [notice],
  );
  const signOut = useSignOut(leaving);
  const forget = useCallback(() => {
    wished.current = true;
    setToken(null);
  }, []);
  const session = useMemo<Session>(
    () => ({
      me,
      // Whose stay is over is led away, not asked to sign in.
      pending: (isOver && me === null) || (token !== null && isPending && !isError),
      signOut,
      forget,
    }),
    [token, me, isOver, isPending, isError, signOut, forget],
  );
  return (
    <Context.Provider value={session}>
      {children}
      <Suspense>
        <SessionGuard
          me={me}
          isOver={isOver}
          onResumed={onResumed}
          endStay={endStay}
          onFarewell={onFarewell}
        />
      </Suspense>
    </Context.Provider>
  );
}

/** Ends the session, and leads away. */
function useSignOut(leaving: RefObject<boolean>): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    leaving.current = true;
    // Leaving also drops everything that was read for this person. The guard has been fetched long since.
    const { endWished } = await import('@scenedock/ui-kit/SessionGuard');
    await endWished(endStay, client.getQueryData<Config>(['config'])?.systemName);
  }, [client, leaving]);
}

/** Back must not bring up what stood on the screen of somebody who has left. */
function useFreshPage(leaving: RefObject<boolean>): void {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && leaving.current) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [leaving]);
}

/** Leads whoever's session has expired to the search; the page that the person was on has been taken down by then. */
function useToSearch(expired: boolean, setExpired: (expired: boolean) => void): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!expired) return;
    setExpired(false);
    if (pathname !== '/search') navigate(signInPath(`${pathname}${search}`), { replace: true });
  }, [expired, setExpired, navigate, pathname, search]);
}

export function useSession(): Session {
  return useContext(Context);
}
