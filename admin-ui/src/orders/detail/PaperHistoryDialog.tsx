import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  type AttachmentType,
  api,
  Clamped,
  EmptyState,
  ErrorState,
  formatTime,
  Loading,
  type OldAttachment,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

/** The papers that were replaced or removed, one by one or all at once. */
export function PaperHistoryDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const m = useMessages();
  const id = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'paperHistory', orderId],
    queryFn: ({ signal }) => api.orders.paperHistory(orderId, { signal }),
    retry: false,
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{m.detail.history}</DialogTitle>
      <DialogContent>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && !error && data.items.length === 0 && <EmptyState title={m.detail.historyEmpty} />}
        {data && !error && data.items.length > 0 && <OldPapers papers={data.items} />}
      </DialogContent>
      <DialogActions>
        {data?.url && (
          <Button href={data.url} download>
            {m.detail.papersZip}
          </Button>
        )}
        <Button onClick={onClose} autoFocus>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function OldPapers({ papers }: { papers: OldAttachment[] }) {
  const { attachmentType, detail } = useMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={detail.history}>
      <Table aria-label={detail.history} sx={{ minWidth: 520 }}>
        <TableHead>
          <TableRow>
            <TableCell>{detail.paperType}</TableCell>
            <TableCell>{detail.paperName}</TableCell>
            <TableCell>{detail.uploadedAt}</TableCell>
            <TableCell>{detail.replacedAt}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {papers.map((paper) => (
            <TableRow key={`${paper.attachmentId} ${paper.replacedAt}`} hover>
              <TableCell>{attachmentType[paper.type as AttachmentType] ?? paper.type}</TableCell>
              <TableCell>
                <Clamped
                  text={paper.fileName}
                  link={{ href: paper.fDataPath, download: paper.fileName }}
                />
              </TableCell>
              <TableCell>{formatTime(paper.creattime)}</TableCell>
              <TableCell>{formatTime(paper.replacedAt)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
