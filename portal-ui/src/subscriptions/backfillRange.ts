import { type BackfillForm, daysBefore } from '@scenedock/ui-kit';

/** The last year: what most people miss. */
export function emptyRange(now: number): BackfillForm {
  const today = new Date(now);
  return { basis: 'acquired', from: daysBefore(today, 365), to: daysBefore(today, 0) };
}

/** Whether both days are there, one not before the other. */
export function isWhole({ from, to }: BackfillForm): boolean {
  return from !== '' && to !== '' && from <= to;
}
