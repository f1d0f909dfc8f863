import { catalogue, errorText, useSettled } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** What the server makes of a typed outline: only what it can read is drawn. */
export function useCheckedOutline(typed: string) {
  const settled = useSettled(typed.trim());
  const { data, error } = useQuery({
    queryKey: ['checkedOutline', settled],
    queryFn: ({ signal }) => catalogue.checkArea(settled, { signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const known = settled !== '' && error === null;
  return {
    wkt: known ? (data?.wkt ?? null) : null,
    fault: settled === '' || error === null ? undefined : errorText(error, ''),
  };
}
