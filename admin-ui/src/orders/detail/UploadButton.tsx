import Button from '@mui/material/Button';
import {
  type AttachmentType,
  errorText,
  PAPER_ENDINGS,
  type UploadedAttachment,
  useMessages,
  usePaperUpload,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useRef } from 'react';

interface UploadButtonProps {
  type: AttachmentType;
  label: string;
  filled: boolean;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  onPut: (uploaded: UploadedAttachment, file: File) => void;
}

/** Chooses one file and sends it to its slot. */
export function UploadButton(props: UploadButtonProps) {
  const { type, label, filled, taken, onPut } = props;
  const { form } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const notify = useNotify();
  const { upload, busy } = usePaperUpload({
    type,
    taken,
    notify: (text, severity) => notify(text, { type: severity }),
    failed: (error) => `${form.uploadFailed(label)} ${errorText(error, '')}`,
    onDone: onPut,
  });
  const text = filled ? form.replace : form.upload;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={PAPER_ENDINGS}
        data-testid={`upload-${type}`}
        onChange={(event) => {
          void upload(event.target.files);
          // The same file may be chosen again after a fault.
          event.target.value = '';
        }}
      />
      <Button
        variant={filled ? 'text' : 'outlined'}
        loading={busy}
        onClick={() => input.current?.click()}
        aria-label={`${text} ${label}`}
      >
        {text}
      </Button>
    </>
  );
}
