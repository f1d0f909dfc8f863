import { api, errorText, useMessages } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';

/** Deletes the chosen orders after asking; answers whether they are gone. */
export function useBulkDelete() {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  return async (ids: string[]): Promise<boolean> => {
    if (ids.length === 0) {
      notice(m.orders.selectFirst, 'warning');
      return false;
    }
    if ((await ask({ text: m.orders.deleteConfirm, danger: true })) === null) {
      notice(m.orders.deleteCancelled, 'info');
      return false;
    }
    try {
      await api.orders.remove(ids);
      notice(m.orders.deleted);
      return true;
    } catch (error) {
      notice(errorText(error, m.orders.deleteFailed), 'error');
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
}
