import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  api,
  CopyButton,
  type Delivery,
  type DeliveryFile,
  ErrorState,
  formatBytes,
  formatTime,
  Loading,
  type Order,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useConfig } from '../../login/useConfig';

/** Where the applicant fetches the data: address, files and their check sums, expiry. */
export function DeliveryDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { common, delivery } = useMessages();
  const id = useId();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'delivery', order.id],
    queryFn: ({ signal }) => api.orders.delivery(order.id, { signal }),
    retry: false,
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>
        {delivery.title} · {order.ordername}
      </DialogTitle>
      <DialogContent>
        {data && <DeliveryBody delivery={data} />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function DeliveryBody({ delivery }: { delivery: Delivery }) {
  const m = useMessages().delivery;
  const config = useConfig();
  const client = config.data?.ftpClientUrl;
  return (
    <Stack spacing={2} sx={{ mt: 1 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
        <TextField
          label={m.address}
          value={delivery.address}
          slotProps={{ htmlInput: { readOnly: true, style: { fontFamily: 'monospace' } } }}
          fullWidth
        />
        <CopyButton text={delivery.address} name={m.address} />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {delivery.expiresAt ? m.expires(formatTime(delivery.expiresAt)) : m.noExpiry}
        {delivery.tls ? ` · ${m.tls}` : ''}
      </Typography>
      {client && (
        <Typography variant="body2">
          <Link href={client} target="_blank" rel="noreferrer">
            {m.client}
          </Link>
        </Typography>
      )}
      <FileTable files={delivery.files} base={delivery.https} />
      <Alert severity="info" icon={false}>
        {m.verify}
      </Alert>
    </Stack>
  );
}

/** Keeps the folders of a name while escaping everything else in it. */
export function fileUrl(base: string, name: string): string {
  return base + name.split('/').map(encodeURIComponent).join('/');
}

function FileTable({ files, base }: { files: DeliveryFile[]; base: string }) {
  const m = useMessages().delivery;
  return (
    <TableContainer sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Table stickyHeader aria-label={m.files}>
        <TableHead>
          <TableRow>
            <TableCell>{m.fileName}</TableCell>
            <TableCell align="right">{m.size}</TableCell>
            <TableCell>SHA-256</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {files.map((file) => (
            <TableRow key={file.name}>
              <TableCell sx={{ wordBreak: 'break-all' }}>
                <Link href={fileUrl(base, file.name)} download>
                  {file.name}
                </Link>
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {formatBytes(file.size)}
              </TableCell>
              <TableCell sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }} title={file.sha256}>
                {file.sha256.slice(0, 12)}…
                <CopyButton text={file.sha256} name={file.name} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
