import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type Attachment, attachmentUrl, ink, paperName, useMessages } from '@scenedock/ui-kit';

type Props = { paper: Attachment; onClose: () => void };

/** A paper, as a picture or in a frame. */
export function PaperPreview({ paper, onClose }: Props) {
  const m = useMessages();
  const name = paperName(paper);
  const url = attachmentUrl(paper.attachmentId);
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby="paper-title">
      <DialogTitle id="paper-title" sx={{ overflowWrap: 'anywhere' }}>
        {m.detail.previewTitle(name)}
      </DialogTitle>
      <DialogContent dividers sx={{ p: 0, height: '70vh', bgcolor: ink.raised }}>
        {paper.mediaType.startsWith('image/') ? (
          <Box
            component="img"
            src={url}
            alt={name}
            sx={{ width: '100%', height: '100%', objectFit: 'contain', display: 'block' }}
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
