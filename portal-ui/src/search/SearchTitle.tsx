import { useMessages } from '@scenedock/ui-kit';
import { PageTitle } from '../parts/PageTitle';
import type { Criteria } from './searchState';
import { searchSummary } from './searchWords';
import { useSearchNames } from './useSearchNames';

type Props = { criteria: Criteria; total: number | undefined };

/** What is searched for and how much was found, in the title of the page. */
export function SearchTitle({ criteria, total }: Props) {
  const m = useMessages();
  const names = useSearchNames(criteria.area, criteria.nodeIds);
  const what = searchSummary(criteria, m, names);
  const found = total === undefined || what === '' ? null : m.find.count(total);
  return <PageTitle parts={[what, found, m.search.title]} />;
}
