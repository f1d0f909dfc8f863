import {
  type AttachmentType,
  errorText,
  type FeedbackDocumentType,
  type OnUpload,
  type Paper,
  useMessages,
  usePaperUpload,
} from '@scenedock/ui-kit';
import { useNotice } from '../parts/notice';

/** Sends a file to a slot; `taken` are the names that other papers have. */
export function useUpload(
  type: AttachmentType | FeedbackDocumentType,
  onDone: (paper: Paper) => void,
  onUpload: OnUpload,
  taken?: readonly string[],
) {
  const { form } = useMessages();
  const notify = useNotice();
  return usePaperUpload({
    type,
    taken,
    notify,
    failed: (error, file) => errorText(error, form.uploadFailed(file.name)),
    onUpload,
    onDone: ({ attachmentId, fileName }) => onDone({ attachmentId, fileName }),
  });
}
