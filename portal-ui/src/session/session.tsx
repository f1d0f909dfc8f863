import { api, getToken, type Me, onTokenChange, setToken, useMessages } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNotice } from '../parts/notice';
import { useTimeOnSite } from './useTimeOnSite';

/** How long signing out waits for the time on the site to be told, in milliseconds. */
const LOG_PATIENCE_MS = 1000;

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
  const leaving = useRef(false);
  const wished = useRef(false);
  const { data, isPending, isError } = useQuery({
    queryKey: ['me', token],
    queryFn: ({ signal }) => api.auth.me({ signal }),
    enabled: token !== null,
    staleTime: 300_000,
  });
  useEffect(
    () =>
      onTokenChange((next) => {
        // The page is about to be loaded anew; what a quick hand presses before that would be undone.
        if (leaving.current) return;
        setOwnToken(next);
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
        if (next === null && !wished.current) notice(m.auth.expired, 'warning');
        wished.current = false;
      }),
    [client, notice, m],
  );
  useEffect(() => {
    // Back must not bring up what stood on the screen of somebody who has left.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && leaving.current) window.location.reload();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);
  const endStay = useTimeOnSite(token === null ? null : (data?.id ?? null));
  const signOut = useCallback(async () => {
    leaving.current = true;
    // Signing out does not wait for a log.
    await Promise.race([endStay(), new Promise((go) => setTimeout(go, LOG_PATIENCE_MS))]);
    await api.auth.logout().catch(() => undefined);
    setToken(null);
    // Loading the page anew also drops everything that was read for this person.
    window.location.assign('/search');
  }, [endStay]);
  const forget = useCallback(() => {
    wished.current = true;
    setToken(null);
  }, []);
  const session = useMemo<Session>(
    () => ({
      me: token === null ? null : (data ?? null),
      pending: token !== null && isPending && !isError,
      signOut,
      forget,
    }),
    [token, data, isPending, isError, signOut, forget],
  );
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): Session {
  return useContext(Context);
}
