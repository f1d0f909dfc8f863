import { useSearchParams } from 'react-router-dom';

/** Stands between ids of units. */
const BETWEEN = '~';

/** What the page shows, kept in its address: the text that is looked for, and the branches that are open. */
export function useUnitAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const open = new Set((params.get('open') ?? '').split(BETWEEN).filter((id) => id !== ''));
  return {
    q: params.get('q') ?? '',
    open: open as ReadonlySet<string>,
    find: (text: string) => set('q', text),
    setOpen: (ids: Iterable<string>) => set('open', [...ids].join(BETWEEN)),
  };
}
