import Button from '@mui/material/Button';
import {
  type AttachmentType,
  api,
  errorText,
  formatBytes,
  type Messages,
  type UploadedAttachment,
  useConfigQuery,
  useMessages,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';

/** Media types that the server takes for papers. */
const ACCEPTED = ['image/jpeg', 'image/png', 'application/pdf'];

/** Why this file cannot be sent, or nothing. The server checks again, by content. */
function fileFault(
  file: File,
  limit: number | undefined,
  taken: readonly string[],
  form: Messages['form'],
) {
  if (!ACCEPTED.includes(file.type)) {
    return form.fileType;
  }
  if (taken.includes(file.name)) {
    return form.sameName;
  }
  return limit !== undefined && file.size > limit
    ? form.fileTooLarge(formatBytes(limit))
    : undefined;
}

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
  const { type, label, filled } = props;
  const { form } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const { send, busy } = useUpload(props);
  const text = filled ? form.replace : form.upload;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED.join(',')}
        data-testid={`upload-${type}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after a fault.
          event.target.value = '';
          if (file) {
            void send(file);
          }
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

function useUpload({ type, label, taken, onPut }: UploadButtonProps) {
  const { form } = useMessages();
  const notify = useNotify();
  const config = useConfigQuery();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    const fault = fileFault(file, config.data?.uploadMaxBytes, taken, form);
    if (fault) {
      notify(fault, { type: 'warning' });
      return;
    }
    setBusy(true);
    try {
      onPut(await api.attachments.upload(file, type), file);
      notify(form.uploaded, { type: 'success' });
    } catch (error) {
      notify(`${form.uploadFailed(label)} ${errorText(error, '')}`, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
}
