import { catalogue, type ManagedRegion, regionDesk } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

export const REGIONS_TOPIC = ['managedRegions'] as const;

/** What is listed: parts of a region, what a text names, or what was changed. */
export type RegionListing = { parent: string } | { q: string } | { changed: true };

export function useRegionList(listing: RegionListing) {
  return useQuery({
    queryKey: [...REGIONS_TOPIC, listing],
    queryFn: ({ signal }) => regionDesk.list(listing, { signal }),
    ...('q' in listing ? { placeholderData: keepPreviousData } : {}),
  });
}

/** One region by its code; null: there is none. */
async function findRegion(code: string, signal: AbortSignal): Promise<ManagedRegion | null> {
  const { items } = await regionDesk.list({ q: code }, { signal });
  return items.find(({ areaCode }) => areaCode === code) ?? null;
}

/** One region by its code; null: there is none. */
export function useRegion(code: string) {
  return useQuery({
    queryKey: [...REGIONS_TOPIC, 'one', code],
    queryFn: ({ signal }) => findRegion(code, signal),
    enabled: code !== '',
  });
}

/** Codes of the regions that one is part of, the smallest first. */
export function useRegionChain(code: string) {
  return useQuery({
    queryKey: [...REGIONS_TOPIC, 'chain', code],
    queryFn: async ({ signal }) => {
      const chain: string[] = [];
      let next = (await findRegion(code, signal))?.parentCode ?? '';
      while (next !== '' && !chain.includes(next)) {
        chain.push(next);
        next = (await findRegion(next, signal))?.parentCode ?? '';
      }
      return chain;
    },
    enabled: code !== '',
  });
}

/** The outline of a region as searches go by it. */
export function useOutline(code: string, enabled: boolean) {
  return useQuery({
    queryKey: [...REGIONS_TOPIC, 'outline', code],
    queryFn: ({ signal }) => catalogue.regionWkt(code, { signal }),
    enabled,
  });
}

/** What the page shows, kept in its address. */
export function useRegionAddress() {
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
  return {
    q: params.get('q') ?? '',
    changed: params.get('changed') === '1',
    code: params.get('code') ?? '',
    find: (text: string) => set('q', text),
    narrow: (on: boolean) => set('changed', on ? '1' : ''),
    open: (code: string) => set('code', code),
  };
}
