import { newsOf, type Order } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { dataProvider } from '../../providers/dataProvider';
import type { OrderList } from './lists';
import { statusOf } from './lists';

/** How often a list is looked at, in milliseconds; oftener while its orders are being prepared. */
const LOOK_MS = 10_000;
const PREPARING_MS = 5000;

/**
 * What has become of a list since it was shown. New rows are only told of; the same rows with other states or progress are
 * shown where they stand. The number in the menu follows, so that both say the same.
 */
export function useListNews(list: OrderList) {
  const queries = useQueryClient();
  const { data, total, filterValues, sort, page, perPage, refetch, isPlaceholderData } =
    useListContext<Order>();
  const status = statusOf(list);
  const filter = status === undefined ? filterValues : { ...filterValues, status };
  const request = { filter, sort, pagination: { page, perPage } };
  const key = JSON.stringify(request);
  useEffect(() => {
    // What has just been read need not be looked at at once.
    if (data !== undefined && !isPlaceholderData) {
      queries.setQueryData(['ordersLook', JSON.parse(key)], { data, total });
    }
  }, [queries, key, data, total, isPlaceholderData]);
  const look = useQuery({
    queryKey: ['ordersLook', request],
    enabled: data !== undefined && !isPlaceholderData,
    staleTime: PREPARING_MS,
    queryFn: ({ signal }) => dataProvider.getList<Order>('orders', { ...request, signal }),
    refetchInterval: list.slug === 'approved' ? PREPARING_MS : LOOK_MS,
    refetchOnWindowFocus: true,
  });
  // The moment at which these very rows came.
  const shownAt = useMemo(() => Date.now(), [data, total]);
  const found = look.data && { items: look.data.data, total: look.data.total ?? 0 };
  const later = look.dataUpdatedAt > shownAt && !isPlaceholderData;
  const current = data && { items: data, total: total ?? 0 };
  const news = newsOf(later ? current : undefined, found);
  const differs =
    later && !news.changed && JSON.stringify(current?.items) !== JSON.stringify(found?.items);
  useEffect(() => {
    if (differs) void refetch();
  }, [differs, refetch]);
  const plain = Object.keys(filterValues).length === 0;
  const count = plain ? found?.total : undefined;
  useEffect(() => {
    if (count !== undefined) queries.setQueryData(['orders', 'count', list.slug], count);
  }, [queries, count, list.slug]);
  const show = () => void queries.invalidateQueries({ queryKey: ['orders'] });
  return { news, show };
}
