import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  type AccessToken,
  blockRows,
  Clamped,
  type ClientSystem,
  ConfirmDialog,
  type CreatedAccessToken,
  clientSystems,
  EmptyState,
  formatTime,
  QueryResult,
  ToneChip,
  useMessages,
  useNow,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { SecretDialog } from '../parts/SecretDialog';
import { useCall } from '../parts/useCall';
import { endsSoon } from './clientSystemModel';
import { IssueTokenDialog } from './IssueTokenDialog';

/** Where there is room for it. */
const ONE_LINE = { whiteSpace: { lg: 'nowrap' } } as const;

/** The tokens of a client system; a new one is shown once. */
export function TokenList({ system }: { system: ClientSystem }) {
  const { clientSystems: all } = useAdminMessages();
  const m = all.token;
  const [issuing, setIssuing] = useState(false);
  const [made, setMade] = useState<CreatedAccessToken | null>(null);
  const query = useQuery({
    queryKey: ['accessTokens', system.id],
    queryFn: ({ signal }) => clientSystems.tokens(system.id, { signal }),
  });
  return (
    <Panel
      flush
      title={all.tokens}
      aside={
        <Button variant="contained" startIcon={<Add />} onClick={() => setIssuing(true)}>
          {m.issue}
        </Button>
      }
    >
      <QueryResult query={query} empty={<EmptyState title={m.empty} hint={m.emptyHint} />}>
        {({ items }) => <TokenTable systemId={system.id} tokens={items} />}
      </QueryResult>
      {issuing && (
        <IssueTokenDialog
          system={system}
          onMade={(token) => {
            setIssuing(false);
            setMade(token);
          }}
          onClose={() => setIssuing(false)}
        />
      )}
      {made && (
        <SecretDialog
          title={m.shownTitle}
          about={`${system.name || system.loginName} · ${made.name}`}
          once={m.once}
          label={m.text}
          secret={made.token}
          use={m.use}
          kept={m.kept}
          onClose={() => setMade(null)}
        />
      )}
    </Panel>
  );
}

interface TokenTableProps {
  systemId: string;
  tokens: readonly AccessToken[];
}

function TokenTable({ systemId, tokens }: TokenTableProps) {
  const { common } = useMessages();
  const { clientSystems: all } = useAdminMessages();
  const m = all.token;
  return (
    <TableContainer tabIndex={0} role="group" aria-label={all.tokens}>
      <Table aria-label={all.tokens} sx={blockRows(700)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: { sm: 140, lg: 180 }, minWidth: { sm: 140 } }}>
              {m.name}
            </TableCell>
            <TableCell sx={{ minWidth: { sm: 160 } }}>{m.permissions}</TableCell>
            <TableCell>{m.made}</TableCell>
            <TableCell>{m.until}</TableCell>
            <TableCell>{m.lastUsed}</TableCell>
            <TableCell>{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {tokens.map((token) => (
            <TokenRow key={token.id} systemId={systemId} token={token} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface TokenRowProps {
  systemId: string;
  token: AccessToken;
}

function TokenRow({ systemId, token }: TokenRowProps) {
  const { common, permission } = useMessages();
  const { clientSystems: all } = useAdminMessages();
  const m = all.token;
  const allowed = token.permissions.map((code) => permission[code] ?? code);
  return (
    <TableRow hover>
      <TableCell data-label={m.name} sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
        {token.name}
      </TableCell>
      <TableCell data-label={m.permissions}>
        <Clamped text={allowed.join(common.listComma) || '—'} />
      </TableCell>
      <TableCell data-label={m.made}>
        <div>
          <Box sx={ONE_LINE}>{formatTime(token.createdAt)}</Box>
          <Typography variant="caption">{token.createdBy}</Typography>
        </div>
      </TableCell>
      <TableCell data-label={m.until}>
        <Validity token={token} />
      </TableCell>
      <TableCell data-label={m.lastUsed} sx={ONE_LINE}>
        {token.lastUsedAt === null ? all.never : formatTime(token.lastUsedAt)}
      </TableCell>
      <TableCell data-label={common.operations}>
        <RevokeButton systemId={systemId} token={token} />
      </TableCell>
    </TableRow>
  );
}

function Validity({ token: { expired, expiresAt } }: Pick<TokenRowProps, 'token'>) {
  const m = useAdminMessages().clientSystems.token;
  const now = useNow();
  return (
    <div>
      <Box sx={ONE_LINE}>{formatTime(expiresAt)}</Box>
      {expired && <ToneChip tone="danger" label={m.expired} />}
      {!expired && endsSoon(expiresAt, now) && <ToneChip tone="warning" label={m.expiring} />}
    </div>
  );
}

function RevokeButton({ systemId, token }: TokenRowProps) {
  const { clientSystems: all } = useAdminMessages();
  const m = all.token;
  const { run, busy } = useCall(['accessTokens', 'dataSyncDb']);
  const [asking, setAsking] = useState(false);
  const revoke = () =>
    void run(() => clientSystems.revoke(systemId, token.id), {
      ok: all.done,
      failed: all.failed,
    }).then((outcome) => {
      if (outcome !== 'failed') setAsking(false);
    });
  return (
    <>
      <Button color="error" aria-label={m.revokeOf(token.name)} onClick={() => setAsking(true)}>
        {m.revoke}
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          text={m.revokeText(token.name)}
          busy={busy}
          onConfirm={revoke}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
