import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AttachmentType,
  Clamped,
  ConfirmDialog,
  formatBytes,
  type OnUpload,
  PaperPreview,
  ToneChip,
  textSize,
  type UploadedAttachment,
  useMessages,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { Paper } from '../papers';
import { UploadButton } from './UploadButton';

interface PaperSlotProps {
  type: AttachmentType;
  paper: Paper | null;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  required: boolean;
  editable: boolean;
  onPut: (uploaded: UploadedAttachment, file: File) => void;
  onRemove: () => void;
  onUpload: OnUpload;
}

/** One kind of paper: what lies there, and on prepared orders the means to replace it. */
export function PaperSlot(props: PaperSlotProps) {
  const { type, paper, required, editable, onRemove } = props;
  const m = useMessages();
  const label = m.attachmentType[type];
  return (
    <Box component="li" sx={ROW}>
      <Stack direction="row" spacing={1} sx={{ width: 180, flexShrink: 0, alignItems: 'center' }}>
        <span>{label}</span>
        {required && !paper && <ToneChip tone="warning" label={m.form.required} />}
      </Stack>
      <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 0' }, minWidth: 160, overflowWrap: 'anywhere' }}>
        {paper ? (
          <PaperName paper={paper} />
        ) : (
          <Typography variant="body2" color="textSecondary">
            {m.detail.noAttachment}
          </Typography>
        )}
      </Box>
      <Stack direction="row" spacing={0.5} sx={{ ml: 'auto' }}>
        {paper && <PaperLinks paper={paper} label={label} />}
        {editable && paper && <RemoveButton paper={paper} label={label} onRemove={onRemove} />}
        {editable && (
          <UploadButton
            type={type}
            label={label}
            filled={paper !== null}
            taken={props.taken}
            onPut={props.onPut}
            onUpload={props.onUpload}
          />
        )}
      </Stack>
    </Box>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 44,
  py: { xs: 0.75, sm: 0 },
  fontSize: textSize.body,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;

function PaperName({ paper }: { paper: Paper }) {
  return (
    <Typography variant="body2" component="div">
      <Clamped text={paper.fileName} />
      {paper.size !== undefined && (
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ whiteSpace: 'nowrap' }}
        >
          {formatBytes(paper.size)}
        </Typography>
      )}
    </Typography>
  );
}

function PaperLinks({ paper, label }: { paper: Paper; label: string }) {
  const { detail } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} aria-label={`${detail.preview} ${label}`}>
        {detail.preview}
      </Button>
      <Button href={paper.url} download={paper.fileName} aria-label={`${detail.download} ${label}`}>
        {detail.download}
      </Button>
      {open && <PaperPreview paper={paper} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RemoveProps {
  paper: Paper;
  label: string;
  onRemove: () => void;
}

function RemoveButton({ paper, label, onRemove }: RemoveProps) {
  const { common, form } = useMessages();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        color="error"
        onClick={() => setAsking(true)}
        aria-label={`${common.remove} ${label}`}
      >
        {common.remove}
      </Button>
      {asking && (
        <ConfirmDialog
          text={form.confirmRemove(paper.fileName)}
          danger
          onConfirm={() => {
            setAsking(false);
            onRemove();
            notify(form.removed, { type: 'success' });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
