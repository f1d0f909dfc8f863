import type { Order } from '@scenedock/ui-kit';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { AuditDialogs, type AuditStep } from '../actions/AuditDialogs';

type OpenAudit = (order: Order, step: AuditStep) => void;

const ListAuditContext = createContext<OpenAudit>(() => undefined);

/** Opens the audit of one order of the list. */
export const useListAudit = () => useContext(ListAuditContext);

/** The audit that a row opens. It stands above the rows: an order that leaves the list takes no cause along that was written. */
export function ListAudit({ children }: { children: ReactNode }) {
  const { row } = useAdminMessages();
  const [open, setOpen] = useState<{ order: Order; step: AuditStep } | null>(null);
  return (
    <ListAuditContext.Provider value={(order, step) => setOpen({ order, step })}>
      {children}
      {open && <AuditDialogs {...open} okText={row.audited} onClose={() => setOpen(null)} />}
    </ListAuditContext.Provider>
  );
}
