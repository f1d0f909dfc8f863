/** The dialog that stands over a page, by its name in the address. */
export type EntranceName = 'signIn' | 'register' | 'forgotten';

const DIALOG = 'dialog';
const NEXT = 'next';

/** What the map writes into an address by itself: nobody asked for it. */
const OF_THE_MAP = ['c', 'z'];

/** The state of a history entry that opened the dialog: Back closes it, and so does closing go back. */
export const OPENED = { entrance: true };

export function entranceOf(params: URLSearchParams): EntranceName | null {
  const name = params.get(DIALOG);
  return name === 'signIn' || name === 'register' || name === 'forgotten' ? name : null;
}

const withQuestionMark = (params: URLSearchParams) => {
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

/** The query of the same page with the dialog over it; `wish` is the page that comes after signing in. */
export function withEntrance(
  search: string,
  name: EntranceName,
  wish: string | null = null,
): string {
  const params = new URLSearchParams(search);
  params.set(DIALOG, name);
  if (wish !== null) params.set(NEXT, wish);
  return withQuestionMark(params);
}

/** The query of the page below the dialog. */
export function withoutEntrance(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(DIALOG);
  params.delete(NEXT);
  return withQuestionMark(params);
}

/** Whether the page below is as one first finds it, so that nobody is called away from anything. */
export function isUntouched(search: string): boolean {
  const params = new URLSearchParams(withoutEntrance(search));
  for (const name of OF_THE_MAP) params.delete(name);
  return params.size === 0;
}

function overSearch(name: EntranceName, next: string | null): string {
  const wish = nextPath(next);
  const params = new URLSearchParams({
    [DIALOG]: name,
    ...(wish === null ? {} : { [NEXT]: wish }),
  });
  return `/search?${params}`;
}

/** Where to sign in on the way to a page that guests do not see; `from` is its path with its query. */
export function signInPath(from: string | null): string {
  return overSearch('signIn', from);
}

/** Where to make an account, and then sign in and go on. */
export function registerPath(from: string | null): string {
  return overSearch('register', from);
}

/** The page that was wished for: only ever one of this portal. Null: none but that below the dialog. */
export function nextPath(next: string | null): string | null {
  const safe = next !== null && /^\/(?![/\\])/.test(next) && !/^\/(signIn|register)\b/.test(next);
  return safe && next !== '/search' ? next : null;
}

/** The page that the address of a dialog wishes for. */
export function wishOf(params: URLSearchParams): string | null {
  return nextPath(params.get(NEXT));
}
