import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { PAPER_ENDINGS } from '../orders/papers';

type Props = {
  /** What the file is for. */
  name: string;
  /** Whether another file would be replaced. */
  filled: boolean;
  busy: boolean;
  /** Endings beyond those of every paper, such as `.docx`. */
  otherEndings?: string;
  onFiles: (files: FileList | null) => void;
};

/** Chooses one file to upload, also in place of another. */
export function PaperUploadButton({ name, filled, busy, otherEndings, onFiles }: Props) {
  const { form } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const text = filled ? form.replace : form.upload;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={[PAPER_ENDINGS, otherEndings].filter(Boolean).join(',')}
        aria-label={name}
        onChange={(event) => {
          onFiles(event.target.files);
          // The same file may be chosen again after a fault.
          event.target.value = '';
        }}
      />
      <Button
        variant={filled ? 'text' : 'outlined'}
        startIcon={<UploadFile />}
        disabled={busy}
        aria-label={`${text} ${name}`}
        onClick={() => input.current?.click()}
      >
        {busy ? form.uploading : text}
      </Button>
    </>
  );
}
