import DeleteOutline from '@mui/icons-material/DeleteOutlineOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Clamped, formatTime, type ScopeGrant, ToneChip, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Column } from '../parts/list/Column';
import { ListPages } from '../parts/list/ListEnd';
import { ListRows } from '../parts/list/ListRows';
import { NoRows } from '../parts/list/NoRows';
import { OpenLink } from '../parts/list/OpenLink';
import { useGrantWords } from '../parts/useGrantWords';

interface GrantTableProps {
  onOpen: (id: string) => void;
  onEdit: (grant: ScopeGrant) => void;
  onRevoke: (grant: ScopeGrant) => void;
}

/** A row a grant. */
export function GrantTable({ onOpen, onEdit, onRevoke }: GrantTableProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const { nameOf, nodesOf, areaOf, untilOf } = useGrantWords();
  return (
    <ListRows
      label={m.title}
      minWidth={900}
      empty={<NoRows title={m.empty} hint={m.emptyHint} />}
      below={<ListPages />}
    >
      <Column<ScopeGrant>
        source="subject"
        label={m.subject}
        width={200}
        minWidth={160}
        render={(grant) => (
          <OpenLink
            name={nameOf(grant)}
            label={m.openOf(nameOf(grant))}
            onOpen={() => onOpen(grant.id)}
          />
        )}
      />
      <Column<ScopeGrant>
        source="nodes"
        label={m.nodes}
        minWidth={180}
        render={({ nodeIds }) => <Clamped text={nodesOf(nodeIds)} />}
      />
      <Column<ScopeGrant>
        source="area"
        label={m.area}
        width={150}
        render={(grant) => <Clamped text={areaOf(grant)} />}
      />
      <Column<ScopeGrant>
        source="until"
        label={m.until}
        width={160}
        render={({ until, valid }) => (
          <span>
            {untilOf(until)} {!valid && <ToneChip tone="neutral" label={m.expired} />}
          </span>
        )}
      />
      <Column<ScopeGrant>
        source="note"
        label={m.note}
        minWidth={150}
        render={({ note }) => <Clamped text={note || '—'} />}
      />
      <Column<ScopeGrant>
        source="created"
        label={m.created}
        width={150}
        render={({ created }) => <span>{formatTime(created)}</span>}
      />
      <Column<ScopeGrant>
        source="operations"
        label={common.operations}
        width={96}
        numeric
        oneLine
        render={(grant) => <GrantButtons grant={grant} onEdit={onEdit} onRevoke={onRevoke} />}
      />
    </ListRows>
  );
}

type GrantButtonsProps = Pick<GrantTableProps, 'onEdit' | 'onRevoke'> & { grant: ScopeGrant };

function GrantButtons({ grant, onEdit, onRevoke }: GrantButtonsProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  return (
    <span>
      <Tooltip title={m.edit}>
        <IconButton size="small" aria-label={m.editOf(nameOf(grant))} onClick={() => onEdit(grant)}>
          <EditOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={m.revoke}>
        <IconButton
          size="small"
          aria-label={m.revokeOf(nameOf(grant))}
          onClick={() => onRevoke(grant)}
        >
          <DeleteOutline fontSize="small" />
        </IconButton>
      </Tooltip>
    </span>
  );
}
