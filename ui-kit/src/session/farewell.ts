import { setToken } from '../api/session';

/** What is told on the page that one is led to. */
const FAREWELL = 'scenedock.farewell';

/** Ours, and react-admin's. */
const PREFIXES = ['scenedock.', 'RaStore'];

/** The language is no secret of the person, and what is said next is said in it. */
const SURVIVING_KEYS = ['scenedock.locale'];

function clear(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const isOurs = (key: string) => PREFIXES.some((prefix) => key.startsWith(prefix));
  for (const key of keys) if (isOurs(key) && !SURVIVING_KEYS.includes(key)) storage.removeItem(key);
}

/** Everything that the apps keep in this browser goes, and every cookie that a script can reach. */
export function forgetEverything(): void {
  setToken(null);
  clear(localStorage);
  clear(sessionStorage);
  for (const cookie of document.cookie.split(';')) {
    const name = cookie.split('=')[0]?.trim() ?? '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store does not exist in every browser
    if (name !== '') document.cookie = `${name}=; Path=/; Max-Age=0`;
  }
}

/** Leaves the page for another, loaded anew, without a question about what was not saved: nobody is there to answer. */
export function leaveFor(address: string): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
    capture: true,
  });
  window.location.replace(address);
}

/**
 * What is told of a stay that ended: want of a click, a session that the server ended, a sign-out of a system whose name is not
 * configured.
 */
const FAREWELLS = ['inactive', 'expired', 'unnamed'] as const;

type Farewell = (typeof FAREWELLS)[number];

/** Has the next page of the portal say it, after what is to be said there already. */
export function announce(farewell: Farewell): void {
  const before = sessionStorage.getItem(FAREWELL);
  sessionStorage.setItem(FAREWELL, before === null ? farewell : `${before} ${farewell}`);
}

/** What is to be said here; once. */
export function takeFarewells(): Farewell[] {
  const words = sessionStorage.getItem(FAREWELL)?.split(' ') ?? [];
  sessionStorage.removeItem(FAREWELL);
  return FAREWELLS.filter((farewell) => words.includes(farewell));
}
