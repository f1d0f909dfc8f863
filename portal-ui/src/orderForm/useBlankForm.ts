import {
  type AttachmentType,
  api,
  type BlankFormFormat,
  errorText,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { toDraft } from '../application/payload';
import type { Application } from '../application/rules';
import { useNotice } from '../parts/notice';

/** Saves what the browser got as a file. */
function save(bytes: Blob, name: string) {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Fetches the blank paper of a slot, filled in with the form as it stands on the screen. */
export function useBlankForm(
  application: Application,
  scenes: readonly Scene[],
  /** The order that is being changed, whose number stands on the paper; none for a new one. */
  orderId: string | undefined,
) {
  const m = useMessages();
  const notice = useNotice();
  const [busy, setBusy] = useState(false);
  const fetchForm = async (type: AttachmentType, format: BlankFormFormat) => {
    setBusy(true);
    try {
      const { type: kind, form, dataIds } = toDraft(application, scenes, 'save');
      const facts = { type: kind, form, dataIds, orderId: orderId ?? null };
      const bytes = await api.orders.blankForm(type, format, facts);
      save(bytes, `${m.attachmentType[type]}.${format}`);
    } catch (error) {
      notice(errorText(error, m.form.blankFailed), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { busy, fetchForm };
}
