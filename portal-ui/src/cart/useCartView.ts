import { useSearchParams } from 'react-router';
import { type CartColumn, type CartView, readView } from './cartView';

type Change = Record<string, string | null>;

/** Filter, order, page and open scene of the cart, kept in the address. */
export function useCartView() {
  const [params, setParams] = useSearchParams();
  const set = (change: Change, replace = false) =>
    setParams(
      (old) => {
        for (const [name, value] of Object.entries(change)) {
          if (value === null || value === '') old.delete(name);
          else old.set(name, value);
        }
        return old;
      },
      { replace },
    );
  const view: CartView = readView(params);
  const sortBy = (by: CartColumn) => {
    const { sort } = view;
    // Up, down, and back to the order in which they came in.
    const next = sort?.by !== by ? by : sort.down ? null : `-${by}`;
    set({ sort: next, page: null });
  };
  return {
    view,
    open: params.get('scene'),
    show: (scene: string | null) => set({ scene }),
    filter: (text: string) => set({ text, page: null }, true),
    toPage: (page: number) => set({ page: page === 1 ? null : String(page) }),
    resize: (size: number) => set({ size: String(size), page: null }),
    sortBy,
  };
}
