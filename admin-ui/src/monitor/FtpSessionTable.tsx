import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  ConfirmDialog,
  EmptyState,
  type FtpSessionState,
  formatBytes,
  formatSecond,
  operations,
  ToneChip,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SaveFoot } from '../parts/figures/SaveFoot';
import { bytesFigure } from '../parts/figures/savedFigures';
import { orderPath } from '../parts/orderPath';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';

/** Who is signed in over FTP, what is fetched, and the button that ends a session. */
export function FtpSessionTable({ sessions }: { sessions: readonly FtpSessionState[] }) {
  const { monitor: m } = useAdminMessages();
  const maySteer = useMay('/order/audit');
  const [asking, setAsking] = useState<FtpSessionState | null>(null);
  if (sessions.length === 0) return <EmptyState title={m.sessionsEmpty} />;
  return (
    <>
      <TableContainer tabIndex={0} role="group" aria-label={m.sessions}>
        <Table size="small" aria-label={m.sessions} sx={{ minWidth: 800 }}>
          <TableHead>
            <TableRow>
              <TableCell>{m.order}</TableCell>
              <TableCell>{m.account}</TableCell>
              <TableCell>{m.from}</TableCell>
              <TableCell>{m.signedInSince}</TableCell>
              <TableCell align="right">{m.fetchedBytes}</TableCell>
              <TableCell sx={{ minWidth: { sm: 200 } }}>{m.fetching}</TableCell>
              {maySteer && <TableCell align="right">{m.sessionAct}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={maySteer ? () => setAsking(session) : null}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <SaveSessions sessions={sessions} />
      {asking !== null && <EndDialog session={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

function SaveSessions({ sessions }: { sessions: readonly FtpSessionState[] }) {
  const { monitor: m } = useAdminMessages();
  const heads = [m.order, m.account, m.from, m.signedInSince, m.fetchedBytes, m.fetching];
  const rows = sessions.map(({ order, account, clientIp, encrypted, since, bytes, path }) => [
    ...[order?.ordername ?? m.ofShelf, account, `${clientIp} ${encrypted ? m.encrypted : m.plain}`],
    ...[formatSecond(since), bytesFigure(bytes), path ?? m.fetchingNothing],
  ]);
  return <SaveFoot name={m.sessions} heads={heads} rows={rows} />;
}

interface SessionRowProps {
  session: FtpSessionState;
  onEnd: (() => void) | null;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { monitor: m } = useAdminMessages();
  const { order, account, clientIp, encrypted, since, bytes, path, isEnding } = session;
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
      <TableCell>{account}</TableCell>
      <TableCell>
        {clientIp}{' '}
        <Typography variant="caption" color="textSecondary">
          {encrypted ? m.encrypted : m.plain}
        </Typography>
      </TableCell>
      <TableCell>{formatSecond(since)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formatBytes(bytes)}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{path ?? m.fetchingNothing}</TableCell>
      {onEnd === null ? null : (
        <TableCell align="right">
          {isEnding ? (
            <ToneChip tone="warning" label={m.ending} />
          ) : (
            <Button color="error" onClick={onEnd} aria-label={m.endSessionOf(account)}>
              {m.endSession}
            </Button>
          )}
        </TableCell>
      )}
    </TableRow>
  );
}

/** Ending one does not keep anybody out: it says so before. */
function EndDialog({ session, onClose }: { session: FtpSessionState; onClose: () => void }) {
  const { monitor: m } = useAdminMessages();
  const { run, busy } = useCall(MONITOR_TOPIC);
  const end = async () => {
    const texts = { ok: m.sessionEnded, failed: m.endSessionFailed };
    await run(() => operations.endFtpSession(session.id), texts);
    onClose();
  };
  return (
    <ConfirmDialog
      title={m.endSessionOf(session.account)}
      text={m.endSessionText(session.account, session.clientIp)}
      danger
      busy={busy}
      onConfirm={() => void end()}
      onCancel={onClose}
    >
      <Typography variant="body2">
        {session.order === null ? m.endShelfSessionAgain : m.endSessionAgain}
      </Typography>
    </ConfirmDialog>
  );
}

const MONITOR_TOPIC = ['monitor'] as const;
