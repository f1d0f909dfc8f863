import {
  api,
  type CartChange,
  type CatalogueSearch,
  catalogue,
  errorText,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useNotice } from '../parts/notice';
import { useCartChanged } from './useCart';

/** Puts scenes into the cart and takes them out, by id or by name, with messages. */
export function useCartChange() {
  const m = useMessages();
  const notice = useNotice();
  const changed = useCartChanged();
  const failed = (text: string) => (error: unknown) => {
    notice(errorText(error, text), 'error');
    changed();
  };
  const added = ({ changed: put }: CartChange, requested: number) => {
    if (put === requested) notice(m.search.added(put));
    else if (put === 0) notice(m.basket.nothingNew, 'info');
    else notice(m.find.addedAll(put, requested - put));
  };
  const add = useMutation({
    mutationFn: (dataIds: string[]) => api.cart.add(dataIds),
    onSuccess: (answer, dataIds) => {
      added(answer, dataIds.length);
      changed(answer, { added: dataIds });
    },
    onError: failed(m.search.addFailed),
  });
  const addFound = useMutation({
    mutationFn: (body: CatalogueSearch) => catalogue.addFound(body),
    onSuccess: ({ added: put, already, total, full }) => {
      const done = m.find.addedAll(put, already);
      if (full) notice(`${done}；${m.find.cartFull}`, 'warning');
      else notice(done);
      changed({ total });
    },
    onError: failed(m.search.addFailed),
  });
  const remove = useMutation({
    mutationFn: (dataIds: string[]) => api.cart.remove(dataIds),
    onSuccess: (answer, dataIds) => {
      const out = new Set(dataIds);
      notice(m.cart.removed);
      changed(answer, { gone: (scene) => out.has(scene.dataid) });
    },
    onError: failed(m.common.failure),
  });
  const removeNames = useMutation({
    mutationFn: (names: string[]) => catalogue.removeByName(names),
    onSuccess: (answer, names) => {
      const out = new Set(names);
      notice(m.cart.removed);
      changed(answer, { gone: (scene) => out.has(scene.dataname) });
    },
    onError: failed(m.common.failure),
  });
  return { add, addFound, remove, removeNames };
}
