import {
  type AttachmentType,
  api,
  errorText,
  type FeedbackDocumentType,
  formatBytes,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { fileFault, type Paper } from './rules';

/** Sends one chosen or dropped file to the server, with the specification's messages. */
export function useUpload(
  type: AttachmentType | FeedbackDocumentType,
  onDone: (paper: Paper) => void,
  /** Names that other papers have. */
  taken: readonly string[] = [],
) {
  const m = useMessages();
  const notice = useNotice();
  const limit = useConfig().uploadMaxBytes;
  const [busy, setBusy] = useState(false);
  const take = async (files: FileList | null) => {
    const [file, ...more] = files ?? [];
    if (file === undefined || busy) return;
    if (more.length > 0) return notice(m.form.oneFile, 'warning');
    const fault = fileFault(file, limit, type, taken);
    if (fault === 'type') {
      return notice(type === 8 ? m.detail.feedbackFileType : m.form.fileType, 'warning');
    }
    if (fault === 'name') return notice(m.form.sameName, 'warning');
    if (fault === 'size') return notice(m.form.fileTooLarge(formatBytes(limit)), 'warning');
    setBusy(true);
    try {
      const { attachmentId, fileName } = await api.attachments.upload(file, type);
      onDone({ attachmentId, fileName });
      notice(m.form.uploaded);
    } catch (error) {
      notice(errorText(error, m.form.uploadFailed(file.name)), 'error');
    } finally {
      setBusy(false);
    }
  };
  return { busy, take };
}
