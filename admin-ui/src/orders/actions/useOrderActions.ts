import { api, type Order, useMessages } from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { draftOf, missingToComplete, type PaperDraft } from '../papers';
import { useOrderCall } from './useOrderCall';

/** Every change of an order but its audit; each answers how it went. */
export function useOrderActions(order: Order, papers: PaperDraft) {
  const { attachmentType, common, detail, form, orders, steer } = useMessages();
  const notify = useNotify();
  const { run, busy, refusal } = useOrderCall();
  const { id } = order;
  const status = { ok: detail.statusChanged, failed: detail.statusFailed };
  const plain = { ok: common.success, failed: common.failure };
  const again = {
    ok: detail.reextracted,
    failed: detail.reextractFailed,
    failedAs: 'warning',
  } as const;
  const savePapers = async () => {
    await api.orders.update(id, draftOf(order, papers.slots));
    papers.reset();
  };
  return {
    busy,
    refusal,
    isUploading: papers.isUploading,
    say: (text: string) => notify(text, { type: 'info' }),
    reextract: (scope: 'all' | 'failed', priority: number) =>
      run(() => api.orders.reextract(id, scope, priority), again),
    continueWithoutFailed: () => run(() => api.orders.continueWithoutFailed(id), plain),
    retryPreparation: () => run(() => api.orders.retryPreparation(id), plain),
    cancelPreparation: (cause: string) =>
      run(() => api.orders.cancelPreparation(id, cause), { ...plain, inPlace: true }),
    saveDraft: () => run(savePapers, { ok: form.saved, failed: form.saveFailed }),
    markOverdue: () => run(() => api.orders.markOverdue(id), status),
    reopen: () => run(() => api.orders.reopen(id), status),
    remove: () =>
      run(() => api.orders.remove([id]), { ok: orders.deleted, failed: orders.deleteFailed }),
    /** Papers that are not saved yet are saved first: the server counts only its own. */
    complete: () =>
      run(async () => {
        if (papers.dirty) {
          await savePapers();
        }
        await api.orders.complete(id);
      }, status),
    /** True when the four papers are there; says which are not. */
    checkPapers: () => {
      const missing = missingToComplete(papers.slots);
      if (missing.length > 0) {
        const names = missing.map((type) => attachmentType[type]);
        notify(steer.missing(names.join(common.listComma)), { type: 'warning' });
      }
      return missing.length === 0;
    },
  };
}
