import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AttachmentType,
  api,
  attachmentUrl,
  Clamped,
  type EarlierAttachment,
  EmptyState,
  errorText,
  formatBytes,
  formatTime,
  type Paper,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNotice } from '../parts/notice';

const PAGE_SIZE = 8;

type RowProps = { paper: EarlierAttachment; busy: boolean; onChoose: () => void };

function EarlierPaperRow({ paper, busy, onChoose }: RowProps) {
  const m = useMessages();
  return (
    <ListItem disableGutters divider sx={{ gap: 1, alignItems: 'center' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Clamped
          text={paper.fileName}
          link={{ href: attachmentUrl(paper.attachmentId), target: '_blank', rel: 'noopener' }}
        />
        <Typography variant="caption" color="textSecondary">
          {m.form.reuseFrom(paper.ordername, formatTime(paper.creattime))} ·{' '}
          {formatBytes(paper.size)}
        </Typography>
      </Stack>
      <Button
        variant="outlined"
        disabled={busy}
        aria-label={`${m.form.reuseChoose} ${paper.fileName} ${paper.ordername}`}
        onClick={onChoose}
      >
        {m.form.reuseChoose}
      </Button>
    </ListItem>
  );
}

function useEarlier(type: AttachmentType, exceptOrder: string | undefined, page: number) {
  return useQuery({
    queryKey: ['earlierPapers', type, exceptOrder, page],
    queryFn: ({ signal }) =>
      api.attachments.earlier({ type, exceptOrder, page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

type Props = {
  type: AttachmentType;
  orderId: string | undefined;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  onChange: (paper: Paper) => void;
  onClose: () => void;
};

/** The papers of earlier orders that fit a slot. */
export default function ReuseDialog({ type, orderId, taken, onChange, onClose }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const title = useId();
  const [page, setPage] = useState(1);
  const query = useEarlier(type, orderId, page);
  const { mutate, isPending } = useMutation({
    mutationFn: (paper: EarlierAttachment) => api.attachments.reuse(paper.attachmentId),
    onSuccess: ({ attachmentId, fileName }) => {
      onChange({ attachmentId, fileName });
      notice(m.form.reused);
      onClose();
    },
    onError: (failure) => notice(errorText(failure, m.form.reuseFailed), 'error'),
  });
  const choose = (paper: EarlierAttachment) => {
    if (taken.includes(paper.fileName)) notice(m.form.sameName, 'warning');
    else mutate(paper);
  };
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Dialog
      open
      // The order behind is not sent before the paper is there.
      onClose={() => {
        if (!isPending) onClose();
      }}
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{m.form.reuseTitle(m.attachmentType[type])}</DialogTitle>
      <DialogContent dividers>
        <QueryResult query={query} empty={<EmptyState title={m.form.reuseEmpty} />}>
          {({ items }) => (
            <List disablePadding>
              {items.map((paper) => (
                <EarlierPaperRow
                  key={paper.attachmentId}
                  paper={paper}
                  busy={isPending}
                  onChoose={() => choose(paper)}
                />
              ))}
            </List>
          )}
        </QueryResult>
        {pages > 1 ? (
          <Pagination
            sx={{ mt: 1 }}
            count={pages}
            page={page}
            onChange={(_, next) => setPage(next)}
          />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
