import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import {
  type Attachment,
  type AttachmentType,
  api,
  BlankFormLinks,
  errorText,
  type Order,
  type Paper,
  paperRefs,
  REQUIRED_TO_COMPLETE,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PaperGrid } from '../application/PaperSlots';
import { papersOf, samePapers } from '../application/payload';
import type { Papers } from '../application/rules';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';

type Props = { order: Order; papers: readonly Attachment[]; onClose: () => void };

/** Adding the papers that were scanned at pick-up to a prepared order. */
export function DraftPapers({ order, papers: held, onClose }: Props) {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const client = useQueryClient();
  const [before] = useState(() => papersOf(held));
  const [papers, setPapers] = useState<Papers>(before);
  const { isUploading, onUpload } = useUploadCount();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.orders.update(order.id, { attachments: paperRefs(papers) }),
    onSuccess: () => {
      notice(m.form.saved);
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === order.id });
      onClose();
    },
    onError: (error) => notice(errorText(error, m.form.saveFailed), 'error'),
  });
  const set = (type: AttachmentType, paper: Paper | undefined) =>
    setPapers((old) => {
      const next = { ...old };
      if (paper === undefined) delete next[type];
      else next[type] = paper;
      return next;
    });
  const close = async () => {
    if (isPending) return;
    const unsaved = isUploading || !samePapers(before, papers);
    if (!unsaved || (await ask({ text: m.form.leaveUploads })) !== null) {
      onClose();
    }
  };
  return (
    <Dialog open onClose={() => void close()} fullWidth maxWidth="md" aria-labelledby="draft-title">
      <DialogTitle id="draft-title">{m.detail.uploadTitle}</DialogTitle>
      <DialogContent dividers>
        <PaperGrid
          blank={(type) => (
            <BlankFormLinks
              type={type}
              href={(format) => api.orders.blankFormUrl(order.id, type, format)}
            />
          )}
          papers={papers}
          required={REQUIRED_TO_COMPLETE}
          missing={[]}
          onChange={set}
          onUpload={onUpload}
        />
      </DialogContent>
      <DialogActions>
        {isUploading ? (
          <Typography variant="caption" color="textSecondary" role="status">
            {m.form.stillUploading}
          </Typography>
        ) : null}
        <Button onClick={() => void close()} disabled={isPending}>
          {m.common.close}
        </Button>
        <Button
          variant="contained"
          loading={isPending}
          disabled={isUploading}
          onClick={() => mutate()}
        >
          {m.orderAction.save_draft}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
