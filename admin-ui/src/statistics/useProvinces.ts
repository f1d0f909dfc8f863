import { catalogue, statistics } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** All provinces with their outlines, as rough as a map of all of them may be. */
export function useProvinceOutlines() {
  return useQuery({
    queryKey: ['regions', 'outlines'],
    queryFn: ({ signal }) => statistics.provinces({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The names of all provinces. */
export function useProvinces(enabled = true) {
  return useQuery({
    queryKey: ['regions', 'provinces'],
    queryFn: ({ signal }) => catalogue.regions({ level: 'province' }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

/** What people call the region of a figure: its province, or that there is none. */
export function useRegionName(enabled = true): (code: string) => string {
  const { statistics: m } = useAdminMessages();
  const { data } = useProvinces(enabled);
  return (code) => {
    if (code === '') return m.noRegion;
    return data?.items.find(({ areaCode }) => areaCode === code)?.areaName ?? code;
  };
}
