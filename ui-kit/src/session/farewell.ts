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

/** Leaves the page for the search, loaded anew, without a question about what was not saved: nobody is there to answer. */
export function leaveForSearch(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), {
    capture: true,
  });
  window.location.replace('/search');
}

/** Has the next page say that the stay was ended for want of a click. */
export function announceInactivity(): void {
  sessionStorage.setItem(FAREWELL, 'inactive');
}

/** Whether that is to be said here; once. */
export function takeFarewell(): boolean {
  const said = sessionStorage.getItem(FAREWELL) === 'inactive';
  sessionStorage.removeItem(FAREWELL);
  return said;
}
