import { useSearchParams } from 'react-router-dom';

/** Which view of the tasks is shown, kept in the page's address. */
export function useTaskView() {
  const [params, setParams] = useSearchParams();
  return {
    view: params.get('view') === 'failures' ? ('failures' as const) : ('list' as const),
    turnTo: (view: 'list' | 'failures') => setParams(view === 'list' ? {} : { view }),
  };
}
