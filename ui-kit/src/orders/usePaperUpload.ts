import { useState } from 'react';
import { api } from '../api/endpoints';
import type { AttachmentType, FeedbackDocumentType, UploadedAttachment } from '../api/types';
import { useConfig } from '../api/useConfig';
import { formatBytes } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { fileFault } from './papers';
import type { OnUpload } from './useUploadCount';

type Options = {
  type: AttachmentType | FeedbackDocumentType;
  /** Names that other papers have. */
  taken?: readonly string[] | undefined;
  notify: (text: string, severity: 'success' | 'warning' | 'error') => void;
  /** What is said of an upload that failed. */
  failed: (error: unknown, file: File) => string;
  onDone: (paper: UploadedAttachment, file: File) => void;
  onUpload: OnUpload;
};

/** Sends one chosen or dropped file to the server, with the specification's messages. */
export function usePaperUpload({ type, taken, notify, failed, onDone, onUpload }: Options) {
  const { form, detail } = useMessages();
  const limit = useConfig().uploadMaxBytes;
  const [busy, setBusy] = useState(false);
  const upload = async (files: FileList | null) => {
    const [file, ...more] = files ?? [];
    if (file === undefined || busy) return;
    if (more.length > 0) return notify(form.oneFile, 'warning');
    const fault = fileFault(file, limit, type, taken);
    if (fault !== null) {
      const texts = {
        type: type === 8 ? detail.feedbackFileType : form.fileType,
        name: form.sameName,
        size: form.fileTooLarge(formatBytes(limit)),
      };
      return notify(texts[fault], 'warning');
    }
    setBusy(true);
    onUpload(1);
    try {
      onDone(await api.attachments.upload(file, type), file);
      notify(form.uploaded, 'success');
    } catch (error) {
      notify(failed(error, file), 'error');
    } finally {
      setBusy(false);
      onUpload(-1);
    }
  };
  return { busy, upload };
}
