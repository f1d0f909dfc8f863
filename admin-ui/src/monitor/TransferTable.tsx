import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { EmptyState, formatSecond, type Monitor, type TransferState } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveFoot } from '../parts/figures/SaveFoot';
import { orderPath } from '../parts/orderPath';

/** What is being fetched. */
export function TransferTable({ transfers }: Pick<Monitor, 'transfers'>) {
  const { monitor: m } = useAdminMessages();
  if (transfers.length === 0) return <EmptyState title={m.fetchedEmpty} />;
  const rows = transfers.map(({ order, path, protocol, clientIp, startedAt }) => [
    ...[order?.ordername ?? m.ofShelf, path, protocol.toUpperCase(), clientIp],
    formatSecond(startedAt),
  ]);
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.fetched}>
        <Table size="small" aria-label={m.fetched}>
          <TableHead>
            <TableRow>
              <TableCell>{m.order}</TableCell>
              <TableCell sx={{ minWidth: { sm: 200 } }}>{m.file}</TableCell>
              <TableCell>{m.protocol}</TableCell>
              <TableCell>{m.from}</TableCell>
              <TableCell>{m.started}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {transfers.map((transfer) => (
              <Transfer key={`${transfer.startedAt} ${transfer.path}`} transfer={transfer} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveFoot
        name={m.fetched}
        heads={[m.order, m.file, m.protocol, m.from, m.started]}
        rows={rows}
      />
    </>
  );
}

function Transfer({ transfer }: { transfer: TransferState }) {
  const { monitor: m } = useAdminMessages();
  const { order, path, protocol, clientIp, startedAt } = transfer;
  return (
    <TableRow>
      <TableCell>
        {order === null ? (
          m.ofShelf
        ) : (
          <Link component={RouterLink} to={orderPath(order.id)}>
            {order.ordername}
          </Link>
        )}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{path === '' ? '-' : path}</TableCell>
      <TableCell>{protocol.toUpperCase()}</TableCell>
      <TableCell>{clientIp}</TableCell>
      <TableCell>{formatSecond(startedAt)}</TableCell>
    </TableRow>
  );
}
