import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { blockRows, type DirectoryNode, directory } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { type DirectoryRow, type Drop, dropPlace, type NodePlace, step } from './directoryModel';
import { NodeRow } from './NodeRow';
import type { OpenNode } from './openNode';
import { TREE_TOPIC } from './useDirectory';

interface NodeTableProps {
  nodes: readonly DirectoryNode[];
  rows: readonly DirectoryRow[];
  folded: ReadonlySet<number>;
  /** Whether the person sees everything: others put no node at the top. */
  mayChangeAll: boolean;
  onFold: (id: number) => void;
  onOpen: (open: OpenNode) => void;
}

/** The nodes of the catalogue: dragged, or moved by buttons and keys. */
export function NodeTable(props: NodeTableProps) {
  const { nodes, rows, folded, mayChangeAll, onFold, onOpen } = props;
  const { directory: m } = useAdminMessages();
  const { run, busy } = useCall(TREE_TOPIC);
  const [dragged, setDragged] = useState<DirectoryNode | null>(null);
  const [over, setOver] = useState<{ id: number; drop: Drop } | null>(null);
  const put = (node: DirectoryNode, destination: NodePlace) => {
    // Elsewhere others may see it or not: that is said before.
    if (destination.parentId !== node.parentId) return onOpen({ what: 'move', node, destination });
    const { parentId, before } = destination;
    const call = () => directory.move(node.id, node.version, parentId, before);
    void run(call, { failed: m.failed });
  };
  const shift = (row: DirectoryRow, by: -1 | 1) => {
    const destination = step(row, by);
    if (destination !== null && !busy) put(row.node, destination);
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const landing = (target: DirectoryNode, drop: Drop) => {
    if (dragged === null) return null;
    const next = dropPlace(nodes, dragged.id, target, drop);
    const comesToTop = next?.parentId === null && dragged.parentId !== null;
    return comesToTop && !mayChangeAll ? null : next;
  };
  const drop = (target: DirectoryNode) => {
    const next = over === null ? null : landing(target, over.drop);
    if (dragged !== null && next !== null) put(dragged, next);
    end();
  };
  return (
    <TableContainer tabIndex={0} role="group" aria-label={m.tree}>
      <Table aria-label={m.tree} sx={{ ...blockRows(900), '& td': { py: 0.25 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{m.node}</TableCell>
            <TableCell sx={{ width: 150 }}>{m.objType}</TableCell>
            <TableCell sx={{ width: 200 }}>{m.collection}</TableCell>
            <TableCell align="right" sx={{ width: 110 }}>
              {m.scenes}
            </TableCell>
            <TableCell sx={{ width: 230 }} />
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <NodeRow
              key={row.node.id}
              row={row}
              folded={folded.has(row.node.id)}
              drop={over?.id === row.node.id ? over.drop : null}
              onFold={() => onFold(row.node.id)}
              onOpen={onOpen}
              onShift={(by) => shift(row, by)}
              onGrab={() => setDragged(row.node)}
              onOver={(drop) =>
                setOver(landing(row.node, drop) === null ? null : { id: row.node.id, drop })
              }
              onDrop={() => drop(row.node)}
              onEnd={end}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
