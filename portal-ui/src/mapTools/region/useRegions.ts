import { catalogue, type RegionItem } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

export type RegionMode = 'nation' | 'province' | 'city';

/** Boundaries change by law, not while somebody looks. */
const KEEP = { staleTime: Number.POSITIVE_INFINITY };

type Call = (signal: AbortSignal) => Promise<RegionItem[]>;

const all = (level: RegionItem['level']): Call => {
  return async (signal) => (await catalogue.regions({ level }, { signal })).items;
};

/** A province has cities; a municipality and a city have counties. */
const within = (parent: string): Call => {
  return async (signal) => {
    const cities = await catalogue.regions({ level: 'city', parent }, { signal });
    if (cities.items.length > 0) return cities.items;
    return (await catalogue.regions({ level: 'county', parent }, { signal })).items;
  };
};

/** By name, pinyin or initials, larger regions first. */
const named = (q: string): Call => {
  return async (signal) => {
    const levels = ['province', 'city', 'county'] as const;
    const found = await Promise.all(
      levels.map((level) => catalogue.regions({ level, q }, { signal })),
    );
    return found.flatMap(({ items }) => items);
  };
};

const listed: Record<RegionMode, Call> = {
  nation: async (signal) => {
    const [nation, provinces, cities] = await Promise.all(
      (['nation', 'province', 'city'] as const).map((level) => all(level)(signal)),
    );
    const rest = [...(provinces ?? []), ...(cities ?? [])];
    rest.sort((a, b) => a.initial.localeCompare(b.initial));
    return [...(nation ?? []), ...rest];
  },
  province: all('province'),
  // A province without cities is one itself: the municipalities, Hong Kong, Macao, Taiwan.
  city: async (signal) => {
    const [provinces, cities] = await Promise.all([all('province')(signal), all('city')(signal)]);
    const divided = new Set(cities.map(({ parentCode }) => parentCode));
    const whole = provinces.filter(({ areaCode }) => !divided.has(areaCode));
    return [...whole, ...cities].sort((a, b) => a.initial.localeCompare(b.initial));
  },
};

type RegionQuery = { mode: RegionMode; parent: string | null; q: string };

/** The regions to choose from: those that a text names, those within another, or all of a mode. */
export function useRegions({ mode, parent, q }: RegionQuery) {
  const call = q !== '' ? named(q) : parent !== null ? within(parent) : listed[mode];
  return useQuery({
    queryKey: ['regions', q, q === '' ? parent : null, q === '' && parent === null ? mode : null],
    queryFn: ({ signal }) => call(signal),
    ...KEEP,
  });
}

/** The names of provinces and cities by their codes, to tell counties of one name apart. */
export function useRegionNames(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['regionNames'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all([all('province')(signal), all('city')(signal)]);
      return new Map(lists.flat().map(({ areaCode, areaName }) => [areaCode, areaName]));
    },
    enabled: enabled,
    ...KEEP,
  });
  return data ?? new Map();
}
