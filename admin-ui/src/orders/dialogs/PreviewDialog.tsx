import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { EmptyState, useMessages } from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import type { Paper } from '../papers';

/** A paper on screen: pictures as they are, PDF in a frame, anything else only to download. */
export function PreviewDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const m = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="lg" fullWidth>
      <DialogTitle id={id}>{m.detail.previewTitle(paper.fileName)}</DialogTitle>
      <DialogContent sx={{ height: '75vh', display: 'flex', flexDirection: 'column' }}>
        <Preview paper={paper} />
      </DialogContent>
      <DialogActions>
        <Button href={paper.url} download={paper.fileName}>
          {m.detail.download}
        </Button>
        <Button onClick={onClose} autoFocus>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Preview({ paper }: { paper: Paper }) {
  const { detail } = useAdminMessages();
  const [broken, setBroken] = useState(false);
  if (broken || paper.size === 0) {
    return <EmptyState title={detail.noFile} />;
  }
  if (paper.mediaType.startsWith('image/')) {
    return (
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', justifyContent: 'center' }}>
        <img
          src={paper.url}
          alt={paper.fileName}
          onError={() => setBroken(true)}
          style={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      </Box>
    );
  }
  if (paper.mediaType === 'application/pdf') {
    return (
      <iframe
        src={paper.url}
        title={paper.fileName}
        style={{ flex: 1, width: '100%', border: 0 }}
      />
    );
  }
  return <EmptyState title={detail.noPreview} />;
}
