import { api, useMessages } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAsk } from '../parts/confirm';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';

/** Deletes the chosen orders after asking; answers whether they are gone. */
export function useBulkDelete() {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const remove = async (ids: string[]): Promise<boolean> => {
    if (ids.length === 0) {
      notice(m.orders.selectFirst, 'warning');
      return false;
    }
    if ((await ask({ text: m.orders.deleteConfirm, danger: true })) === null) {
      notice(m.orders.deleteCancelled, 'info');
      return false;
    }
    setBusy(true);
    try {
      await api.orders.remove(ids);
      notice(m.orders.deleted);
      return true;
    } catch (error) {
      notice(failureText(m.orders.deleteFailed, error), 'error');
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  return { remove, busy };
}
