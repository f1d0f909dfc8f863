import {
  type AttachmentType,
  errorText,
  type OnUpload,
  PaperUploadButton,
  type UploadedAttachment,
  useMessages,
  usePaperUpload,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';

interface UploadButtonProps {
  type: AttachmentType;
  label: string;
  filled: boolean;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  onPut: (uploaded: UploadedAttachment, file: File) => void;
  onUpload: OnUpload;
}

/** Chooses one file and sends it to its slot. */
export function UploadButton(props: UploadButtonProps) {
  const { type, label, filled, taken, onPut, onUpload } = props;
  const { form } = useMessages();
  const notify = useNotify();
  const { upload, busy } = usePaperUpload({
    type,
    taken,
    notify: (text, severity) => notify(text, { type: severity }),
    failed: (error, file) => `${form.uploadFailed(file.name)} ${errorText(error, '')}`.trim(),
    onDone: onPut,
    onUpload,
  });
  return (
    <PaperUploadButton
      name={label}
      filled={filled}
      busy={busy}
      onFiles={(files) => void upload(files)}
    />
  );
}
