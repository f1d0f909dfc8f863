import { setToken } from '../api/session';

/** What is told on the page that one is led to. */
const FAREWELL = 'scenedock.farewell';

/** Ours, and react-admin's. */
const PREFIXES = ['scenedock.', 'RaStore'];

/** The language is no secret of the person, and what is said next is said in it. */
const KEPT = ['scenedock.locale'];

function clear(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const isOurs = (key: string) => PREFIXES.some((prefix) => key.startsWith(prefix));
  for (const key of keys) if (isOurs(key) && !KEPT.includes(key)) storage.removeItem(key);
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

/** Why a stay ended that is told of: want of a click, or a sign-out of a system whose name is not configured. */
type Farewell = 'inactive' | 'unnamed';

/** Has the next page of the portal say it. */
export function announce(farewell: Farewell): void {
  sessionStorage.setItem(FAREWELL, farewell);
}

/** What is to be said here; once. */
export function takeFarewell(): Farewell | null {
  const said = sessionStorage.getItem(FAREWELL);
  sessionStorage.removeItem(FAREWELL);
  return said === 'inactive' || said === 'unnamed' ? said : null;
}
