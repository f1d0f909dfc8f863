import {
  ApiError,
  errorText,
  type Order,
  type OrderDraft,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDraft } from '../application/payload';
import { type Application, type FieldFaults, firstObjection } from '../application/rules';
import { useNotice } from '../parts/notice';

type Action = OrderDraft['action'];

/** What the server said about single fields. */
function serverFaults(error: unknown): FieldFaults {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map(({ field, detail }) => [field, detail]));
}

/** The first field or slot that is marked as wrong. */
const MARKED = '[aria-invalid="true"], [data-missed="true"] button';

type Sending = {
  application: Application;
  /** The application as it was rejected, when it was. */
  rejected: Application | null;
  scenes: Scene[];
  /** It is not yet said what becomes of scenes that only the catalogue knows. */
  unsettled: boolean;
  /** The applicant asks for such scenes. */
  catalogueOnlyAsked: boolean;
  send: (draft: OrderDraft) => Promise<Order>;
  onSent: (order: Order) => void;
};

/** Sending with the specification's checks and messages. */
export function useSend({
  application,
  rejected,
  scenes,
  unsettled,
  catalogueOnlyAsked,
  send,
  onSent,
}: Sending) {
  const m = useMessages();
  const notice = useNotice();
  const form = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState<{ action: Action } | null>(null);
  const [refused, setRefused] = useState<FieldFaults>({});
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (action: Action) => send(toDraft(application, scenes, action, catalogueOnlyAsked)),
    onSuccess: (order, action) => {
      notice(action === 'submit' ? m.form.submitted : m.form.saved);
      onSent(order);
    },
    onError: (error, action) => {
      setRefused(serverFaults(error));
      notice(
        errorText(error, action === 'submit' ? m.form.submitFailed : m.form.saveFailed),
        'error',
      );
    },
  });
  useEffect(() => {
    // The marks are drawn by now; whoever cannot see them all is led to the first.
    if (tried !== null) form.current?.querySelector<HTMLElement>(MARKED)?.focus();
  }, [tried]);
  const attempt = (action: Action) => {
    setTried({ action });
    setRefused({});
    const objection = firstObjection(application, action, rejected, m);
    if (objection !== null) notice(objection, 'warning');
    else if (action === 'submit' && unsettled) notice(m.form.chooseCatalogueOnly, 'warning');
    else mutate(action);
  };
  const sending = isPending ? variables : null;
  return { form, attempt, tried: tried?.action ?? null, refused, sending };
}
