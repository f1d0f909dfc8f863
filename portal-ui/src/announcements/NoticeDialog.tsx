import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type CurrentAnnouncement, formatTime, useMessages } from '@scenedock/ui-kit';
import Markdown from '@scenedock/ui-kit/Markdown';
import { useId } from 'react';
import { useAnnouncementTexts } from './useAnnouncementTexts';

interface NoticeDialogProps {
  announcements: readonly CurrentAnnouncement[];
  at: number;
  onTurn: (at: number) => void;
  onDismiss: (one: CurrentAnnouncement) => void;
  onClose: () => void;
}

/** An announcement, and the way to the others. */
export default function NoticeDialog(props: NoticeDialogProps) {
  const { announcements, at, onTurn, onDismiss, onClose } = props;
  const { common } = useMessages();
  const m = useAnnouncementTexts();
  const id = useId();
  const one = announcements[at];
  if (one === undefined) return null;
  const several = announcements.length > 1;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere', pb: 0.5 }}>
        {one.title}
      </DialogTitle>
      <DialogContent dividers={false}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {one.level === 'important' && `${m.important} · `}
          {m.since(formatTime(one.from))}
        </Typography>
        <Markdown text={one.body} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', rowGap: 1 }}>
        {several && (
          <>
            <Button disabled={at === 0} onClick={() => onTurn(at - 1)}>
              {m.previous}
            </Button>
            <Typography variant="body2" aria-live="polite">
              {m.at(at + 1, announcements.length)}
            </Typography>
            <Button disabled={at === announcements.length - 1} onClick={() => onTurn(at + 1)}>
              {m.next}
            </Button>
          </>
        )}
        <Box sx={{ flex: 1 }} />
        <Button onClick={() => onDismiss(one)}>{m.dismiss}</Button>
        <Button variant="contained" onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
