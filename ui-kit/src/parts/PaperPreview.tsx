import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type CSSProperties, useId, useState } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { ink } from '../tokens';
import { EmptyState, ErrorState } from './States';

/** A paper by the name it was uploaded with; its size is in bytes, where it is known. */
export type PreviewedPaper = { fileName: string; mediaType: string; url: string; size?: number };

const FILL: CSSProperties = {
  width: '100%',
  height: '100%',
  border: 0,
  display: 'block',
  objectFit: 'contain',
};

/** A paper on screen: pictures as they are, PDF in a frame, anything else only to download. */
export function PaperPreview({ paper, onClose }: { paper: PreviewedPaper; onClose: () => void }) {
  const m = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="lg" fullWidth>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {m.detail.previewTitle(paper.fileName)}
      </DialogTitle>
      <DialogContent dividers sx={{ p: 0, height: '75vh', bgcolor: ink.raised }}>
        <PaperContent paper={paper} />
      </DialogContent>
      <DialogActions>
        <Button component="a" href={paper.url} download={paper.fileName}>
          {m.detail.download}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The paper itself, as large as its place. */
export function PaperContent({ paper }: { paper: PreviewedPaper }) {
  const { detail } = useMessages();
  const [broken, setBroken] = useState(false);
  const { url, fileName, mediaType } = paper;
  if (paper.size === 0) return <EmptyState title={detail.noFile} />;
  if (broken) return <ErrorState error={null} onRetry={() => setBroken(false)} />;
  if (mediaType.startsWith('image/')) {
    return <img src={url} alt={fileName} onError={() => setBroken(true)} style={FILL} />;
  }
  if (mediaType === 'application/pdf') return <iframe src={url} title={fileName} style={FILL} />;
  return <EmptyState title={detail.noPreview} />;
}
