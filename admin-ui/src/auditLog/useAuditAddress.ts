import type { AuditOutcome, AuditSubject } from '@scenedock/ui-kit';
import { useSearchParams } from 'react-router-dom';
import { type Period, yearSoFar } from '../parts/figures/period';

export const AUDIT_SUBJECTS = [
  'session',
  'account',
  'role',
  'order',
  'paper',
  'delivery',
  'scope',
  'catalogue',
  'region',
  'setting',
  'dictionary',
] as const satisfies AuditSubject[];
export const AUDIT_OUTCOMES = ['done', 'refused'] as const satisfies AuditOutcome[];

/** What the page shows, kept in its address. */
export function useAuditAddress() {
  const [params, setParams] = useSearchParams();
  const year = yearSoFar(new Date());
  const period: Period = { from: params.get('from') ?? year.from, to: params.get('to') ?? year.to };
  const set = (changes: Record<string, string>) =>
    setParams(
      (now) => {
        const next = { ...Object.fromEntries(now), ...changes };
        return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''));
      },
      { replace: true },
    );
  return {
    period,
    subject: AUDIT_SUBJECTS.find((one) => one === params.get('subject')) ?? null,
    outcome: AUDIT_OUTCOMES.find((one) => one === params.get('outcome')) ?? null,
    q: params.get('q') ?? '',
    query: ({ from, to }: Period) => set({ from, to }),
    choose: (name: 'subject' | 'outcome', value: string) => set({ [name]: value }),
    find: (q: string) => set({ q }),
  };
}
