import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { EmptyState, formatSecond, type Monitor, useText } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveFoot } from '../parts/figures/SaveFoot';

/** Sources and targets that failed several times in a row and are left alone for a while. */
export function RestingTable({ resting }: Pick<Monitor, 'resting'>) {
  const { monitor: m } = useAdminMessages();
  const text = useText();
  if (resting.length === 0) return <EmptyState title={m.restingNone} hint={m.restingNoneHint} />;
  const heads = [m.restingPlace, m.restingFailures, m.restingUntil, m.restingWhy];
  const rows = resting.map((endpoint) => [
    `${endpoint.isSource ? m.restingSource : m.restingTarget} ${endpoint.name}${ownerOf(endpoint)}`,
    String(endpoint.failures),
    formatSecond(endpoint.until),
    endpoint.text === null ? '' : text(endpoint.message, endpoint.text),
  ]);
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.resting}>
        <Table size="small" aria-label={m.resting} sx={{ minWidth: 480 }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ minWidth: { sm: 140 } }}>{m.restingPlace}</TableCell>
              <TableCell align="right">{m.restingFailures}</TableCell>
              <TableCell>{m.restingUntil}</TableCell>
              <TableCell sx={{ minWidth: { sm: 180 } }}>{m.restingWhy}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {resting.map((endpoint) => (
              <TableRow key={endpoint.id}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {endpoint.isSource ? m.restingSource : m.restingTarget}{' '}
                  <Link
                    component={RouterLink}
                    to={endpoint.isSource ? '/dataTask' : '/subscribeAudit?tab=targets'}
                  >
                    {endpoint.name}
                  </Link>
                  {ownerOf(endpoint)}
                </TableCell>
                <TableCell align="right">{endpoint.failures}</TableCell>
                <TableCell>{formatSecond(endpoint.until)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {endpoint.text === null ? '-' : text(endpoint.message, endpoint.text)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveFoot name={m.resting} heads={heads} rows={rows} />
    </>
  );
}

const ownerOf = ({ owner }: Monitor['resting'][number]) => (owner === null ? '' : ` · ${owner}`);
