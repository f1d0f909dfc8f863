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
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import type { NodeRow } from './listDraft';

/** Stands for "as the node above" among the names, which are never empty. */
const INHERIT = '';

interface NodeListsProps {
  rows: readonly NodeRow[];
  lists: readonly FieldList[];
}

/** Which list every node of the catalogue has, and from where. */
export function NodeLists({ rows, lists }: NodeListsProps) {
  const m = useAdminMessages().fields;
  const { run } = useCall(['fieldLists']);
  const [saving, setSaving] = useState<number | null>(null);
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
        <Table aria-label={m.tree} sx={{ '& td': { py: 0.5 } }}>
          <TableBody>
            {rows.map(({ node, depth, own, above }) => (
              <TableRow key={node.id} hover>
                <TableCell sx={{ pl: 2 + depth * 3, overflowWrap: 'anywhere' }}>
                  {node.label}
                  <Typography
                    component="span"
                    variant="caption"
                    color="textSecondary"
                    sx={{ ml: 1, whiteSpace: 'nowrap' }}
                  >
                    {m.scenes(node.count)}
                  </Typography>
                </TableCell>
                <TableCell align="right" sx={{ width: { xs: 190, sm: 320 } }}>
                  <TextField
                    select
                    fullWidth
                    value={own ?? INHERIT}
                    disabled={saving !== null}
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
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}
