import CheckCircle from '@mui/icons-material/CheckCircle';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AttachmentType,
  attachmentUrl,
  Clamped,
  ink,
  type OnUpload,
  type Paper,
  PaperUploadButton,
  useMessages,
} from '@scenedock/ui-kit';
import type { DragEvent, ReactNode } from 'react';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';
import { useUpload } from './useUpload';

type Props = {
  type: AttachmentType;
  paper: Paper | undefined;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  required: boolean;
  /** It is required and somebody tried to submit without it. */
  missed: boolean;
  /** The blank paper to print. */
  blank?: ReactNode;
  /** The way to papers of earlier orders. */
  reuse?: ReactNode;
  onChange: (paper: Paper | undefined) => void;
  onUpload: OnUpload;
};

function StoredPaper({ paper, onRemove }: { paper: Paper; onRemove: () => void }) {
  const m = useMessages();
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      <CheckCircle color="success" fontSize="small" />
      <Clamped
        text={paper.fileName}
        link={{
          href: attachmentUrl(paper.attachmentId),
          target: '_blank',
          rel: 'noopener',
          variant: 'body2',
        }}
      />
      <IconButton aria-label={`${m.common.remove} ${paper.fileName}`} onClick={onRemove}>
        <DeleteOutline fontSize="small" />
      </IconButton>
    </Stack>
  );
}

/** One slot for one paper: choose or drop a file, replace it, take it out. */
export function PaperSlot(props: Props) {
  const { type, paper, taken, required, missed, blank, reuse, onChange, onUpload } = props;
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const { busy, upload } = useUpload(type, onChange, onUpload, taken);
  const name = m.attachmentType[type];
  const remove = async () => {
    if (paper === undefined) return;
    if ((await ask({ text: m.form.confirmRemove(paper.fileName) })) === null) return;
    onChange(undefined);
    notice(m.form.removed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void upload(event.dataTransfer.files);
  };
  return (
    <Box
      role="group"
      aria-label={name}
      data-missed={missed}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{
        border: '1px dashed',
        borderColor: missed ? 'error.main' : ink.bar,
        borderRadius: 1,
        p: 1.5,
        minWidth: 0,
      }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {name}{' '}
        <Typography component="span" variant="caption" color={required ? 'error' : 'textSecondary'}>
          {required ? `* ${m.form.required}` : m.form.optional}
        </Typography>
      </Typography>
      {paper === undefined ? null : <StoredPaper paper={paper} onRemove={() => void remove()} />}
      <Box sx={{ mt: 0.5 }}>
        <PaperUploadButton
          name={name}
          filled={paper !== undefined}
          busy={busy}
          onFiles={(files) => void upload(files)}
        />
      </Box>
      {reuse}
      {blank}
    </Box>
  );
}
