import { api, errorText, type Feedback, type Order, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotice } from '../parts/notice';

/** Sends a feedback and tells how it went; `fallback` is said when the server gave no words. */
export function useFeedback(order: Order, fallback: string, onDone: () => void) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (feedback: Feedback) => api.orders.feedback(order.id, feedback),
    onSuccess: () => {
      notice(m.detail.feedbackDone);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'search' });
      onDone();
    },
    onError: (error) => notice(errorText(error, fallback), 'error'),
  });
}
