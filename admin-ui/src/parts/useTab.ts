import { useSearchParams } from 'react-router-dom';

/** Which part of a page is shown, kept in its address; the first goes without saying. */
export function useTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [params, setParams] = useSearchParams();
  const tab: Tab = tabs.find((one) => one === params.get('tab')) ?? tabs[0];
  const show = (next: Tab) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next === tabs[0]) changed.delete('tab');
        else changed.set('tab', next);
        changed.delete('page');
        return changed;
      },
      { replace: true },
    );
  return [tab, show] as const;
}
