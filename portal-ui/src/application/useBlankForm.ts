import {
  type AttachmentType,
  type BlankFormFormat,
  errorText,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useNotice } from '../parts/notice';

/** Asks the server for the blank paper of a slot. */
export type FillBlankForm = (type: AttachmentType, format: BlankFormFormat) => Promise<Blob>;

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
export function useBlankForm(fill: FillBlankForm) {
  const m = useMessages();
  const notice = useNotice();
  const [busy, setBusy] = useState(false);
  const fetchForm = async (type: AttachmentType, format: BlankFormFormat) => {
    setBusy(true);
    try {
      const bytes = await fill(type, format);
      save(bytes, `${m.attachmentType[type]}.${format}`);
    } catch (error) {
      notice(errorText(error, m.form.blankFailed), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { busy, fetchForm };
}
