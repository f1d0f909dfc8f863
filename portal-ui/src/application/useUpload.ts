import {
  type AttachmentType,
  errorText,
  type FeedbackDocumentType,
  type Paper,
  useMessages,
  usePaperUpload,
} from '@scenedock/ui-kit';
import { useNotice } from '../parts/notice';

/** Sends a file to a slot; `taken` are the names that other papers have. */
export function useUpload(
  type: AttachmentType | FeedbackDocumentType,
  onDone: (paper: Paper) => void,
  taken?: readonly string[],
) {
  const { form } = useMessages();
  const notify = useNotice();
  return usePaperUpload({
    type,
    taken,
    notify,
    failed: (error, file) => errorText(error, form.uploadFailed(file.name)),
    onDone: ({ attachmentId, fileName }) => onDone({ attachmentId, fileName }),
  });
}
