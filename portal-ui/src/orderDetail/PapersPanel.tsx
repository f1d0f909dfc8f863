import ImageOutlined from '@mui/icons-material/ImageOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type Attachment,
  api,
  attachmentUrl,
  displayName,
  formatBytes,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../parts/Panel';

const nameOf = (paper: Attachment) => paper.fileName || displayName(paper.fDataName);

function Preview({ paper, onClose }: { paper: Attachment; onClose: () => void }) {
  const m = useMessages();
  const name = nameOf(paper);
  const url = attachmentUrl(paper.attachmentId);
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="paper-title">
      <DialogTitle id="paper-title">{m.detail.previewTitle(name)}</DialogTitle>
      <DialogContent dividers sx={{ p: 0, height: '70vh', bgcolor: '#e6ecf0' }}>
        {paper.mediaType.startsWith('image/') ? (
          <Box
            component="img"
            src={url}
            alt={name}
            sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
          />
        ) : (
          <Box
            component="iframe"
            src={url}
            title={name}
            sx={{ width: '100%', height: '100%', border: 0, display: 'block' }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button component="a" href={url} download={name}>
          {m.detail.download}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type SlotProps = {
  title: string;
  paper: Attachment | undefined;
  onOpen: (paper: Attachment) => void;
};

function Slot({ title, paper, onOpen }: SlotProps) {
  const m = useMessages();
  const Icon = paper?.mediaType.startsWith('image/') ? ImageOutlined : PictureAsPdfOutlined;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.25, minWidth: 0 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {paper === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {m.detail.noAttachment}
        </Typography>
      ) : (
        <ButtonBase
          onClick={() => onOpen(paper)}
          aria-label={`${m.detail.preview} ${nameOf(paper)}`}
          sx={{ gap: 0.75, maxWidth: '100%', color: 'primary.main', py: 0.5 }}
        >
          <Icon fontSize="small" />
          <Typography variant="body2" noWrap component="span">
            {nameOf(paper)}
          </Typography>
        </ButtonBase>
      )}
      {paper === undefined ? null : (
        <Typography variant="caption" color="textSecondary" component="div">
          {formatBytes(paper.size)}
        </Typography>
      )}
    </Box>
  );
}

/** The papers in the order of the form, each with a preview. */
export function PapersPanel({ order }: { order: Order }) {
  const m = useMessages();
  const [open, setOpen] = useState<Attachment | null>(null);
  const { data } = useQuery({
    queryKey: ['papers', order.id],
    queryFn: ({ signal }) => api.orders.attachments(order.id, { signal }),
    placeholderData: order.attachments && {
      items: order.attachments,
      total: order.attachments.length,
    },
  });
  const papers = data?.items ?? [];
  return (
    <Panel title={m.detail.attachments}>
      <Alert severity="error" sx={{ mb: 1.5 }}>
        <strong>{m.form.secretNotice}</strong>
      </Alert>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))',
        }}
      >
        {ATTACHMENT_TYPES.map((type) => (
          <Slot
            key={type}
            title={m.attachmentType[type]}
            paper={papers.find((paper) => paper.type === type)}
            onOpen={setOpen}
          />
        ))}
      </Box>
      {open === null ? null : <Preview paper={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
