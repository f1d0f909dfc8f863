import { type Attention, ORDER_FILTER_KEYS, type OrderFilter } from '@scenedock/ui-kit';

/** The conditions of a list of the back office: those that people fill in, and the one that the first page sets. */
export type ListFilter = OrderFilter & { attention?: Attention };

const KEYS = [...ORDER_FILTER_KEYS, 'attention'] as const;

/** Drops what is empty, so that the address bar holds only real conditions. */
export function tidy(values: ListFilter): ListFilter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = values[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}
