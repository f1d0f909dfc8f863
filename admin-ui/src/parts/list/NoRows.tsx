import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';

/** There are none; or none that match. */
export function NoRows({ title, hint }: { title?: string; hint?: string }) {
  const { common } = useMessages();
  const { filterValues } = useListContext();
  const isNarrowed = Object.keys(filterValues).length > 0;
  if (isNarrowed || title === undefined) return <EmptyState title={common.noMatch} />;
  return <EmptyState title={title} {...(hint === undefined ? {} : { hint })} />;
}
