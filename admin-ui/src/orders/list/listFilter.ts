import { type Attention, ORDER_FILTER_KEYS, type OrderFilter } from '@scenedock/ui-kit';

/** What a figure of the order statistics counts: what tells its orders apart, which of them, and how they are handed out. */
const FIGURE_KEYS = ['counted', 'value', 'getMethod'] as const;
export type FigureFilter = Partial<Record<(typeof FIGURE_KEYS)[number], string>>;

/** The conditions of a list of the back office: those that people fill in, and those that other pages set. */
export type ListFilter = OrderFilter & FigureFilter & { attention?: Attention };

const KEYS = [...ORDER_FILTER_KEYS, ...FIGURE_KEYS, 'attention'] as const;

/** Drops what is empty, so that the address bar holds only real conditions. */
export function tidy(values: ListFilter): ListFilter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = values[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

/** Without the figure that led here. */
export const withoutFigure = (values: ListFilter): ListFilter =>
  tidy({ ...values, counted: undefined, value: undefined, getMethod: undefined });
