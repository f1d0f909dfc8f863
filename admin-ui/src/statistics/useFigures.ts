import { statistics } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Period } from '../parts/figures/period';
import type { Aspect, Dimension } from './useStatisticsState';

/** Milliseconds after which figures that were still being counted are asked for again. */
const AGAIN = 2000;

/** Asks again while orders written just now are being counted. */
const refetchInterval = ({ state }: { state: { data: { current: boolean } | undefined } }) =>
  state.data?.current === false ? AGAIN : false;

/** Orders, scenes and volumes of the period. */
export function useOverview(period: Period, enabled = true) {
  return useQuery({
    queryKey: ['statistics', 'overview', period],
    queryFn: ({ signal }) => statistics.orders(period, { signal }),
    refetchInterval,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The same by month. */
export function useMonths(period: Period, enabled = true) {
  return useQuery({
    queryKey: ['statistics', 'monthly', period],
    queryFn: ({ signal }) => statistics.monthly(period, { signal }),
    refetchInterval,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** By applying unit, the one with the most orders first. */
export function useUnits(period: Period) {
  return useQuery({
    queryKey: ['statistics', 'units', period],
    queryFn: ({ signal }) => statistics.units(period, { signal }),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
}

/** By whatever tells orders apart. */
export function useBreakdown(by: Dimension, period: Period, enabled = true) {
  return useQuery({
    queryKey: ['statistics', 'breakdown', by, period],
    queryFn: ({ signal }) => statistics.breakdown({ by, ...period }, { signal }),
    refetchInterval,
    enabled,
  });
}

/** How soon data were ready, by month. */
export function usePreparation(period: Period) {
  return useQuery({
    queryKey: ['statistics', 'preparation', period],
    queryFn: ({ signal }) => statistics.preparation(period, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** How the service was rated, by month. */
export function useSatisfaction(aspect: Aspect, period: Period) {
  return useQuery({
    queryKey: ['statistics', 'satisfaction', aspect, period],
    queryFn: ({ signal }) => statistics.satisfaction({ aspect, ...period }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What client systems called for; `system`: this one alone. */
export function useOpenServices(period: Period, system: string) {
  const query = system === '' ? period : { system, ...period };
  return useQuery({
    queryKey: ['statistics', 'openServices', period, system],
    queryFn: ({ signal }) => statistics.openServices(query, { signal }),
  });
}

/** How much of what the archive holds was ever handed out, by satellite and by month. */
export function useExploitation(period: Period) {
  return useQuery({
    queryKey: ['statistics', 'exploitation', period],
    queryFn: ({ signal }) => statistics.exploitation(period, { signal }),
    placeholderData: keepPreviousData,
  });
}
