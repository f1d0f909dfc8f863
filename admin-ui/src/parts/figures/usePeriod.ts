import { useSearchParams } from 'react-router-dom';
import { type Period, yearSoFar } from './period';

/** The days that a page is about, kept in its address; the year so far goes without saying. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = { from: params.get('from') ?? year.from, to: params.get('to') ?? year.to };
  const query = ({ from, to }: Period) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('from', from);
        next.set('to', to);
        next.delete('page');
        return next;
      },
      { replace: true },
    );
  return { period, query };
}
