import {
  api,
  type CartChange,
  catalogue,
  holds,
  type Me,
  type Scene,
  useElapsed,
} from '@scenedock/ui-kit';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { everyPage } from '../parts/everyPage';
import { onOtherTabs, tellOtherTabs } from './cartTabs';
import { useSession } from './session';

const NONE: Scene[] = [];
const NO_IDS: string[] = [];

/** The number is asked for this long after the page has come up (portal specification, section 9). */
const COUNT_AFTER_MS = 2000;

/** Who holds this may have the number of scenes in the cart. */
const MAY_COLLECT = '/shop/list';

const keys = {
  all: ['cart'],
  scenes: (me: Me | null) => ['cart', me?.id, 'scenes'],
  ids: (me: Me | null) => ['cart', me?.id, 'ids'],
  count: (me: Me | null) => ['cart', me?.id, 'count'],
};

/** The whole cart of the person signed in; empty for guests. */
export function useCart() {
  const { me } = useSession();
  const query = useQuery({
    queryKey: keys.scenes(me),
    queryFn: ({ signal }) => everyPage((page) => api.cart.list(page, { signal })),
    enabled: holds(me, MAY_COLLECT),
  });
  return { query, scenes: query.data ?? NONE };
}

/** Which scenes are in the cart, all of them, for marking them wherever they are shown. */
export function useCartIds(): ReadonlySet<string> {
  const { me } = useSession();
  const { data = NO_IDS } = useQuery({
    queryKey: keys.ids(me),
    queryFn: async ({ signal }) => {
      const scenes = await everyPage((page) => api.cart.list(page, { signal }));
      return scenes.map((scene) => scene.dataid);
    },
    enabled: holds(me, MAY_COLLECT),
    staleTime: 60_000,
  });
  return useMemo(() => new Set(data), [data]);
}

/** How many scenes are in the cart; null while that is unknown, and for those who may not know. */
export function useCartCount(): number | null {
  const { me } = useSession();
  const allowed = holds(me, MAY_COLLECT);
  const isTime = useElapsed(COUNT_AFTER_MS);
  const { data } = useQuery({
    queryKey: keys.count(me),
    queryFn: async ({ signal }) => (await catalogue.cartCount({ signal })).count,
    enabled: allowed && isTime,
    staleTime: 60_000,
  });
  return allowed ? (data ?? null) : null;
}

/** What has come into the cart and gone out of it. */
export type CartDelta = { added?: readonly string[]; gone?: (scene: Scene) => boolean };

/** Reads anew, even what is being read for the first time: the answer on its way may be older than the change. */
function reread(client: QueryClient, queryKey: QueryKey): void {
  void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
}

/** What is being read may be older than the change; it is read once more, and so is what is not there yet. */
function unsure(client: QueryClient, key: QueryKey): boolean {
  const state = client.getQueryState(key);
  return state?.data === undefined || state.fetchStatus === 'fetching';
}

function patch(client: QueryClient, me: Me | null, { added = [], gone }: CartDelta): void {
  const [scenes, ids] = [keys.scenes(me), keys.ids(me)];
  // The rows are at hand; reading thousands of them again would tell nothing new.
  const before = client.getQueryData<Scene[]>(scenes);
  if (gone === undefined || unsure(client, scenes)) {
    reread(client, scenes);
  } else {
    client.setQueryData<Scene[]>(scenes, (old) => old?.filter((one) => !gone(one)));
  }
  if (unsure(client, ids) || (gone !== undefined && before === undefined)) {
    reread(client, ids);
    return;
  }
  const out = new Set(gone && before?.filter(gone).map((scene) => scene.dataid));
  client.setQueryData<string[]>(ids, (old = []) =>
    [...new Set([...added, ...old])].filter((id) => !out.has(id)),
  );
}

/**
 * To be called after every change of the cart with what the server answered: sets number and marks here, and lets other
 * tabs know. Without `delta` the cart is read anew.
 */
export function useCartChanged() {
  const { me } = useSession();
  const client = useQueryClient();
  return useCallback(
    (change: Partial<Pick<CartChange, 'total'>> = {}, delta?: CartDelta) => {
      if (delta === undefined) reread(client, keys.all);
      else patch(client, me, delta);
      const { total } = change;
      if (typeof total !== 'number') reread(client, keys.count(me));
      else {
        const set = () => client.setQueryData(keys.count(me), total);
        void client.cancelQueries({ queryKey: keys.count(me) }).then(set);
      }
      tellOtherTabs();
    },
    [client, me],
  );
}

/** Keeps this tab's cart up with what other tabs do to it. */
export function useCartOfOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => onOtherTabs(() => reread(client, keys.all)), [client]);
}
