import {
  type AttachmentType,
  type FeedbackDocumentType,
  type OnUpload,
  type Paper,
  useMessages,
  usePaperUpload,
} from '@scenedock/ui-kit';
import { failureText } from '../parts/failureText';
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
    failed: (error, file) => failureText(form.uploadFailed(file.name), error),
    onUpload,
    onDone: ({ attachmentId, fileName }) => onDone({ attachmentId, fileName }),
  });
}
