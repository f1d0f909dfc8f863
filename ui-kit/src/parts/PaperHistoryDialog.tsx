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
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/endpoints';
import type { Attachment, OldAttachment } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import type { Messages } from '../messages/zh-CN';
import { ATTACHMENT_TYPES, paperName } from '../orders/tables';
import { Clamped } from './Clamped';
import { EmptyState, QueryResult } from './States';

/** Phones leave these out. */
const WIDE_COLUMN = { display: { xs: 'none', md: 'table-cell' }, whiteSpace: 'nowrap' } as const;

function slotName(paper: Attachment, m: Messages): string {
  const slot = ATTACHMENT_TYPES.find((type) => type === paper.type);
  return slot === undefined ? '-' : m.attachmentType[slot];
}

type TableProps = { papers: OldAttachment[]; onOpen: Props['onOpen'] };

function HistoryTable({ papers, onOpen }: TableProps) {
  const m = useMessages();
  return (
    <TableContainer>
      <Table aria-label={m.detail.history}>
        <TableHead>
          <TableRow>
            <TableCell>{m.detail.paperType}</TableCell>
            <TableCell>{m.detail.paperName}</TableCell>
            <TableCell align="right" sx={WIDE_COLUMN}>
              {m.delivery.size}
            </TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.detail.uploadedAt}</TableCell>
            <TableCell>{m.detail.replacedAt}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {papers.map((paper) => (
            <TableRow key={`${paper.attachmentId} ${paper.replacedAt}`} hover>
              <TableCell>{slotName(paper, m)}</TableCell>
              <TableCell>
                <Clamped
                  text={paperName(paper)}
                  link={
                    onOpen === undefined
                      ? { href: paper.fDataPath, download: paperName(paper) }
                      : {
                          component: 'button',
                          'aria-label': `${m.detail.preview} ${paperName(paper)}`,
                          onClick: () => onOpen(paper),
                        }
                  }
                />
              </TableCell>
              <TableCell align="right" sx={WIDE_COLUMN}>
                {formatBytes(paper.size)}
              </TableCell>
              <TableCell sx={WIDE_COLUMN}>{formatTime(paper.creattime)}</TableCell>
              <TableCell>{formatTime(paper.replacedAt)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

type Props = {
  orderId: string;
  /** Opens one of them; without it each is a link to its file. */
  onOpen?: (paper: Attachment) => void;
  onClose: () => void;
};

/** Papers that were replaced or removed, one by one and all in one file. */
export function PaperHistoryDialog({ orderId, onOpen, onClose }: Props) {
  const m = useMessages();
  const query = useQuery({
    queryKey: ['orders', 'paperHistory', orderId],
    queryFn: ({ signal }) => api.orders.paperHistory(orderId, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="history-title">
      <DialogTitle id="history-title">{m.detail.history}</DialogTitle>
      <DialogContent dividers>
        <QueryResult query={query} empty={<EmptyState title={m.detail.historyEmpty} />}>
          {({ items }) => <HistoryTable papers={items} onOpen={onOpen} />}
        </QueryResult>
      </DialogContent>
      <DialogActions>
        {query.data?.url ? (
          <Button component="a" href={query.data.url} download>
            {m.detail.papersZip}
          </Button>
        ) : null}
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
