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
  const rows = resting.map((place) => [
    `${place.isSource ? m.restingSource : m.restingTarget} ${place.name}${ownerOf(place)}`,
    String(place.failures),
    formatSecond(place.until),
    place.text === null ? '' : text(place.message, place.text),
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
            {resting.map((place) => (
              <TableRow key={place.id}>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {place.isSource ? m.restingSource : m.restingTarget}{' '}
                  <Link
                    component={RouterLink}
                    to={place.isSource ? '/dataTask' : '/subscribeAudit?tab=targets'}
                  >
                    {place.name}
                  </Link>
                  {ownerOf(place)}
                </TableCell>
                <TableCell align="right">{place.failures}</TableCell>
                <TableCell>{formatSecond(place.until)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {place.text === null ? '-' : text(place.message, place.text)}
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
