import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOutlined from '@mui/icons-material/LockOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { catalogue, type FieldList } from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import type { NodeRow } from './listDraft';

/** Stands for "as the node above" among the names, which are never empty. */
const INHERIT = '';

/** On phones the list of a node stands below its name. */
const LINES = {
  '@media (max-width:599.95px)': {
    '&, & tbody, & tr, & td': { display: 'block', width: '100%' },
    '& td': { border: 0 },
    '& tr': { borderBottom: 1, borderColor: 'divider' },
  },
} as const;

interface NodeListsProps {
  rows: readonly NodeRow[];
  lists: readonly FieldList[];
  /** Nodes and lists, by id and name, that are the person's to change. */
  changeable: { nodes: readonly number[]; lists: readonly string[] };
  /** Opens a list to be edited, or to be looked at. */
  onOpen: (list: string) => void;
}

/** Which list every node of the catalogue has, and from where. */
export function NodeLists({ rows, lists, changeable, onOpen }: NodeListsProps) {
  const m = useAdminMessages().fields;
  const { run } = useCall(['fieldLists']);
  const [saving, setSaving] = useState<number | null>(null);
  const reasonId = useId();
  const theirs = new Set(changeable.nodes);
  const assign = async (id: number, list: string) => {
    setSaving(id);
    const call = () => catalogue.assignFields(id, list === INHERIT ? null : list);
    await run(call, { ok: m.assigned, failed: m.assignFailed });
    setSaving(null);
  };
  return (
    <Panel flush title={m.tree}>
      {rows.every(({ node }) => theirs.has(node.id)) ? null : (
        <Alert severity="info" icon={<LockOutlined fontSize="inherit" />} sx={{ m: 1.5 }}>
          <span id={reasonId}>{m.lockedNodes}</span>
        </Alert>
      )}
      <TableContainer>
        <Table aria-label={m.tree} sx={{ '& td': { py: 0.5 }, ...LINES }}>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.node.id} hover>
                <NameCell row={row} />
                <TableCell align="right" sx={{ width: 320 }}>
                  <ListSelect
                    row={row}
                    lists={lists}
                    busy={saving !== null}
                    reasonId={theirs.has(row.node.id) ? undefined : reasonId}
                    onAssign={(list) => void assign(row.node.id, list)}
                  />
                </TableCell>
                <OpenCell row={row} lists={lists} changeable={changeable.lists} onOpen={onOpen} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}

interface CellProps {
  row: NodeRow;
}

function NameCell({ row: { node, depth, own, from } }: CellProps) {
  const m = useAdminMessages().fields;
  return (
    <TableCell sx={{ pl: 2 + depth * 3, overflowWrap: 'anywhere' }}>
      {node.label}
      <Typography
        component="span"
        variant="caption"
        color="textSecondary"
        sx={{ ml: 1, whiteSpace: { sm: 'nowrap' } }}
      >
        {m.scenes(node.count)}
        {own === null && from !== null ? ` · ${m.from(from)}` : ''}
      </Typography>
    </TableCell>
  );
}

interface ListSelectProps extends CellProps {
  lists: readonly FieldList[];
  /** Another one is being assigned. */
  busy: boolean;
  /** Where it stands why this node has a lock; undefined: it has none. */
  reasonId: string | undefined;
  onAssign: (list: string) => void;
}

/** The node's list; a lock stands in place of the arrow where it is not the person's to change. */
function ListSelect({ row, lists, busy, reasonId, onAssign }: ListSelectProps) {
  const { node, depth, own, above } = row;
  const m = useAdminMessages().fields;
  const inherited = labelOf(lists, above);
  const isLocked = reasonId !== undefined;
  return (
    <TextField
      select
      fullWidth
      value={own ?? INHERIT}
      disabled={busy || isLocked}
      slotProps={{
        select: {
          displayEmpty: true,
          SelectDisplayProps: {
            'aria-label': m.listOf(node.label),
            'aria-describedby': reasonId,
          },
          ...(isLocked ? { IconComponent: Lock } : {}),
          sx: own === null ? { color: 'text.secondary' } : {},
        },
      }}
      sx={{ textAlign: 'left' }}
      onChange={(event) => onAssign(event.target.value)}
    >
      {/* At the top there is no node to inherit from. */}
      <MenuItem value={INHERIT}>
        {depth === 0 ? m.unassigned(inherited) : m.inherit(inherited)}
      </MenuItem>
      {lists.map(({ name, label }) => (
        <MenuItem key={name} value={name}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

const Lock = (props: SvgIconProps) => <LockOutlined {...props} fontSize="small" />;

interface OpenCellProps extends CellProps {
  lists: readonly FieldList[];
  /** Names of those that may be changed. */
  changeable: readonly string[];
  onOpen: (list: string) => void;
}

/** Opens the list that the node has: to be edited by who may change it, whatever the node is to them. */
function OpenCell({ row: { node, own, above }, lists, changeable, onOpen }: OpenCellProps) {
  const m = useAdminMessages().fields;
  const list = own ?? above;
  const isTheirs = changeable.includes(list);
  const nameOf = isTheirs ? m.editListOf : m.viewListOf;
  const Icon = isTheirs ? EditOutlined : VisibilityOutlined;
  return (
    <TableCell
      sx={{
        width: 56,
        pl: '0 !important',
        '@media (max-width:599.95px)': { display: 'none !important' },
      }}
    >
      <IconTool name={nameOf(labelOf(lists, list), node.label)} onClick={() => onOpen(list)}>
        <Icon fontSize="small" />
      </IconTool>
    </TableCell>
  );
}

const labelOf = (lists: readonly FieldList[], name: string) =>
  lists.find((list) => list.name === name)?.label ?? name;
