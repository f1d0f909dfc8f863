import EditOutlined from '@mui/icons-material/EditOutlined';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { catalogue, type FieldList } from '@scenedock/ui-kit';
import { useState } from 'react';
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
  /** Nodes that are the person's to change. */
  changeable: readonly number[];
  /** Opens a list to be edited. */
  onEdit: (list: string) => void;
}

/** Which list every node of the catalogue has, and from where. */
export function NodeLists({ rows, lists, changeable, onEdit }: NodeListsProps) {
  const m = useAdminMessages().fields;
  const { run } = useCall(['fieldLists']);
  const [saving, setSaving] = useState<number | null>(null);
  const theirs = new Set(changeable);
  const labelOf = (name: string) => lists.find((list) => list.name === name)?.label ?? name;
  const assign = async (id: number, list: string) => {
    setSaving(id);
    const call = () => catalogue.assignFields(id, list === INHERIT ? null : list);
    await run(call, { ok: m.assigned, failed: m.assignFailed });
    setSaving(null);
  };
  return (
    <Panel flush title={m.tree}>
      <TableContainer>
        <Table aria-label={m.tree} sx={{ '& td': { py: 0.5 }, ...LINES }}>
          <TableBody>
            {rows.map(({ node, depth, own, above, from }) => (
              <TableRow key={node.id} hover>
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
                <TableCell align="right" sx={{ width: 320 }}>
                  <TextField
                    select
                    fullWidth
                    value={own ?? INHERIT}
                    disabled={saving !== null || !theirs.has(node.id)}
                    helperText={theirs.has(node.id) ? undefined : m.notYours}
                    slotProps={{
                      select: {
                        displayEmpty: true,
                        SelectDisplayProps: { 'aria-label': m.listOf(node.label) },
                        sx: own === null ? { color: 'text.secondary' } : {},
                      },
                    }}
                    sx={{ textAlign: 'left' }}
                    onChange={(event) => void assign(node.id, event.target.value)}
                  >
                    <MenuItem value={INHERIT}>{m.inherit(labelOf(above))}</MenuItem>
                    {lists.map(({ name, label }) => (
                      <MenuItem key={name} value={name}>
                        {label}
                      </MenuItem>
                    ))}
                  </TextField>
                </TableCell>
                <TableCell
                  sx={{
                    width: 56,
                    pl: '0 !important',
                    '@media (max-width:599.95px)': { display: 'none !important' },
                  }}
                >
                  <IconTool
                    name={m.editListOf(labelOf(own ?? above), node.label)}
                    onClick={() => onEdit(own ?? above)}
                  >
                    <EditOutlined fontSize="small" />
                  </IconTool>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}
