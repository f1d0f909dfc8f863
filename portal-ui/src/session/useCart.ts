import { api, errorText, type Scene, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { everyPage } from '../parts/everyPage';
import { useNotice } from '../parts/notice';
import { useSession } from './session';

const NONE: Scene[] = [];

/** The cart of the person signed in; empty for guests. */
export function useCart() {
  const { me } = useSession();
  const query = useQuery({
    queryKey: ['cart', me?.id],
    queryFn: ({ signal }) => everyPage((page) => api.cart.list(page, { signal })),
    enabled: me !== null,
  });
  const scenes = query.data ?? NONE;
  const ids = useMemo(() => new Set(scenes.map((scene) => scene.dataid)), [scenes]);
  return { query, scenes, ids };
}

/** Puts scenes into the cart and takes them out, with messages. */
export function useCartChange() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['cart'] });
  const add = useMutation({
    mutationFn: (dataIds: string[]) => api.cart.add(dataIds),
    onSuccess: (_, dataIds) => notice(m.search.added(dataIds.length)),
    onError: (error) => notice(errorText(error, m.search.addFailed), 'error'),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (dataIds: string[]) => api.cart.remove(dataIds),
    onSuccess: () => notice(m.cart.removed),
    onError: (error) => notice(errorText(error, m.common.failure), 'error'),
    onSettled: refresh,
  });
  return { add, remove };
}
