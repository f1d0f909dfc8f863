import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import HistoryIcon from '@mui/icons-material/History';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type Attachment,
  type AttachmentType,
  AUDITORS_ONLY,
  api,
  attachmentUrl,
  BlankFormLinks,
  Clamped,
  downloadUrl,
  ErrorState,
  formatBytes,
  isOnlyWatched,
  type Order,
  PaperHistoryDialog,
  PaperPreview,
  type PreviewedPaper,
  paperName,
  SecrecyNotice,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { DraftPapers } from './DraftPapers';

const previewed = (paper: Attachment): PreviewedPaper => ({
  fileName: paperName(paper),
  mediaType: paper.mediaType,
  url: attachmentUrl(paper.attachmentId),
});

type SlotProps = {
  title: string;
  type: AttachmentType;
  orderId: string;
  paper: Attachment | undefined;
  /** Whether the paper may still be handed in: then there is a blank form for it. */
  open: boolean;
  onOpen: (paper: Attachment) => void;
};

function Slot({ title, type, orderId, paper, open, onOpen }: SlotProps) {
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
          aria-label={`${m.detail.preview} ${paperName(paper)}`}
          sx={{ gap: 0.75, maxWidth: '100%', color: 'primary.main', py: 0.5 }}
        >
          <Icon fontSize="small" />
          <Typography variant="body2" component="span" sx={{ textAlign: 'left', minWidth: 0 }}>
            <Clamped text={paperName(paper)} inert />
          </Typography>
        </ButtonBase>
      )}
      {paper === undefined ? null : (
        <Typography variant="caption" color="textSecondary" component="div">
          {formatBytes(paper.size)}
        </Typography>
      )}
      {open ? (
        <BlankFormLinks
          type={type}
          href={(format) => api.orders.blankFormUrl(orderId, type, format)}
        />
      ) : null}
    </Box>
  );
}

function usePapers(order: Order) {
  return useQuery({
    queryKey: ['papers', order.id],
    queryFn: ({ signal }) => api.orders.attachments(order.id, { signal }),
    placeholderData: order.attachments && {
      items: order.attachments,
      total: order.attachments.length,
    },
  });
}

/** The papers of an order, for whom they are: who only watches over it sees none, earlier ones included. */
export function PapersPanel({ order }: { order: Order }) {
  const { detail } = useMessages();
  if (!isOnlyWatched(order)) return <Papers order={order} />;
  return (
    <Panel title={detail.attachments}>
      <ErrorState error={AUDITORS_ONLY} />
    </Panel>
  );
}

/** The papers in the order of the form, each with a preview; earlier ones; all of them in one file. */
function Papers({ order }: { order: Order }) {
  const m = useMessages();
  const notice = useNotice();
  const [open, setOpen] = useState<Attachment | null>(null);
  const [history, setHistory] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { data, error, refetch } = usePapers(order);
  const papers = data?.items ?? [];
  const downloadAll = () => {
    if (papers.length === 0) notice(m.detail.noFile, 'warning');
    else downloadUrl(api.orders.papersUrl(order.id), null);
  };
  return (
    <Panel
      title={m.detail.attachments}
      side={
        <>
          {order.actions.includes('save_draft') ? (
            <Button
              startIcon={<UploadFile />}
              disabled={data === undefined}
              onClick={() => setUploading(true)}
            >
              {m.detail.uploadTitle}
            </Button>
          ) : null}
          <Button startIcon={<HistoryIcon />} onClick={() => setHistory(true)}>
            {m.detail.history}
          </Button>
          <Button
            variant="outlined"
            startIcon={<FolderZipOutlined />}
            disabled={data === undefined}
            onClick={downloadAll}
          >
            {m.detail.papersZip}
          </Button>
        </>
      }
    >
      <SecrecyNotice sx={{ mb: 1.5 }} />
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 1,
            gridTemplateColumns: 'repeat(auto-fit, minmax(165px, 1fr))',
          }}
        >
          {ATTACHMENT_TYPES.map((type) => (
            <Slot
              key={type}
              type={type}
              orderId={order.id}
              title={m.attachmentType[type]}
              paper={papers.find((paper) => paper.type === type)}
              open={order.actions.includes('save') || order.actions.includes('save_draft')}
              onOpen={setOpen}
            />
          ))}
        </Box>
      )}
      {uploading ? (
        <DraftPapers order={order} papers={papers} onClose={() => setUploading(false)} />
      ) : null}
      {history ? (
        <PaperHistoryDialog orderId={order.id} onOpen={setOpen} onClose={() => setHistory(false)} />
      ) : null}
      {open === null ? null : (
        <PaperPreview paper={previewed(open)} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}
