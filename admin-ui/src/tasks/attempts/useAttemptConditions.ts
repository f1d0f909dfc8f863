import { useSearchParams } from 'react-router-dom';

/** What tasks of an order do. */
export const ORDER_KINDS = ['extract_scene', 'package_order', 'verify_delivery'] as const;

type OrderKind = (typeof ORDER_KINDS)[number];

const isKind = (word: string | null): word is OrderKind =>
  ORDER_KINDS.some((kind) => kind === word);

/** Which order, which of its tasks, and which page of them, kept in the page's address. */
export function useAttemptConditions() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind');
  const write = (more: Readonly<Record<string, string>>) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries(more)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return {
    order: params.get('order'),
    kind: isKind(kind) ? kind : null,
    troubled: params.get('troubled') === 'true',
    page: Math.max(1, Number(params.get('page')) || 1),
    narrow: (more: { kind?: string; troubled?: string }) => write({ ...more, page: '' }),
    turnTo: (page: number) => write({ page: page === 1 ? '' : String(page) }),
  };
}

export type AttemptConditions = ReturnType<typeof useAttemptConditions>;
