import DeleteOutline from '@mui/icons-material/DeleteOutlineOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { Clamped, formatTime, type ScopeGrant, ToneChip, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { useGrantWords } from './useGrantWords';

interface GrantTableProps {
  grants: readonly ScopeGrant[];
  onOpen: (id: string) => void;
  onEdit: (grant: ScopeGrant) => void;
  onRevoke: (grant: ScopeGrant) => void;
}

/** A row a grant. */
export function GrantTable({ grants, ...rest }: GrantTableProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.title}>
      <Table aria-label={m.title} sx={blockRows(900)}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 200 }}>{m.subject}</TableCell>
            <TableCell>{m.nodes}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.area}</TableCell>
            <TableCell sx={{ width: 160 }}>{m.until}</TableCell>
            <TableCell>{m.note}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.created}</TableCell>
            <TableCell align="right" sx={{ width: 96 }}>
              {common.operations}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} {...rest} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function GrantRow({
  grant,
  onOpen,
  onEdit,
  onRevoke,
}: Omit<GrantTableProps, 'grants'> & { grant: ScopeGrant }) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const { nameOf, nodesOf, areaOf, untilOf } = useGrantWords();
  const name = nameOf(grant);
  return (
    <TableRow hover>
      <TableCell data-label={m.subject}>
        <Link
          component="button"
          type="button"
          aria-label={m.openOf(name)}
          onClick={() => onOpen(grant.id)}
          sx={{ textAlign: 'left' }}
        >
          {name}
        </Link>
      </TableCell>
      <TableCell data-label={m.nodes}>
        <Clamped text={nodesOf(grant.nodeIds)} />
      </TableCell>
      <TableCell data-label={m.area}>
        <Clamped text={areaOf(grant)} />
      </TableCell>
      <TableCell data-label={m.until}>
        <span>
          {untilOf(grant.until)} {!grant.valid && <ToneChip tone="neutral" label={m.expired} />}
        </span>
      </TableCell>
      <TableCell data-label={m.note}>
        <Clamped text={grant.note || '—'} />
      </TableCell>
      <TableCell data-label={m.created}>
        <span>{formatTime(grant.created)}</span>
      </TableCell>
      <TableCell data-label={common.operations} align="right" sx={{ whiteSpace: 'nowrap' }}>
        <Tooltip title={m.edit}>
          <IconButton size="small" aria-label={m.editOf(name)} onClick={() => onEdit(grant)}>
            <EditOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
        <Tooltip title={m.revoke}>
          <IconButton size="small" aria-label={m.revokeOf(name)} onClick={() => onRevoke(grant)}>
            <DeleteOutline fontSize="small" />
          </IconButton>
        </Tooltip>
      </TableCell>
    </TableRow>
  );
}
