import Add from '@mui/icons-material/Add';
import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ChevronRight from '@mui/icons-material/ChevronRight';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DragIndicator from '@mui/icons-material/DragIndicator';
import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { ink, useLocale, useMessages } from '@scenedock/ui-kit';
import type { DragEvent, KeyboardEvent } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { type DirectoryRow, type Drop, nameOf } from './directoryModel';
import type { OpenNode } from './openNode';

interface NodeRowProps {
  row: DirectoryRow;
  folded: boolean;
  /** Where the row that is being dragged would come. */
  drop: Drop | null;
  onFold: () => void;
  onOpen: (open: OpenNode) => void;
  onShift: (by: -1 | 1) => void;
  onGrab: () => void;
  onOver: (drop: Drop) => void;
  onDrop: () => void;
  onEnd: () => void;
}

/** The upper half of a row is in front of it, the lower half below it in the tree. */
function dropAt(event: DragEvent<HTMLElement>): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? 'before' : 'into';
}

const MARKS: Record<Drop, object> = {
  before: { '& td': { boxShadow: `inset 0 2px ${ink.action}` } },
  into: { '& td': { bgcolor: 'action.selected' } },
};

/** A node of the catalogue: its name, what lies in it, and what may be done to it. */
export function NodeRow(props: NodeRowProps) {
  const { row, drop, onShift } = props;
  const { node, countBelow } = row;
  const { catalogKind } = useMessages();
  const { directory: m } = useAdminMessages();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!event.altKey || by === undefined || !node.mayChange) return;
    event.preventDefault();
    onShift(by);
  };
  return (
    <TableRow
      hover
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver(dropAt(event));
      }}
      onDrop={props.onDrop}
      sx={drop === null ? undefined : MARKS[drop]}
    >
      <NameCell {...props} />
      <TableCell data-label={m.objType}>
        <span>{catalogKind[node.objType]}</span>
      </TableCell>
      <TableCell data-label={m.collection} sx={{ overflowWrap: 'anywhere', minWidth: { sm: 130 } }}>
        {node.collection === null ? (
          <Typography component="span" variant="body2" color="textSecondary">
            {m.noCollection}
          </Typography>
        ) : (
          <code>{node.collection}</code>
        )}
      </TableCell>
      <TableCell data-label={m.scenes} sx={{ whiteSpace: 'nowrap', textAlign: { sm: 'right' } }}>
        <span>
          {m.count(node.count)}
          {countBelow === node.count ? null : (
            <Typography component="span" variant="caption" color="textSecondary" sx={BELOW}>
              {m.countBelow(countBelow)}
            </Typography>
          )}
        </span>
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap', textAlign: { sm: 'right' } }}>
        <Tools {...props} />
      </TableCell>
    </TableRow>
  );
}

/** On a line of its own. */
const BELOW = { display: 'block' } as const;

/** Pixels that a name keeps beside its handle and its indent, however deep the node is. */
const NAME_WIDTH = 160;

function NameCell({ row, folded, onFold, onGrab, onEnd }: NodeRowProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { node, depth, hasChildren } = row;
  const name = nameOf(node, locale);
  const other = name === node.label ? node.labelEn : node.label;
  return (
    <TableCell data-label={m.node}>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: { xs: depth, sm: depth * 3 } }}>
        <Box
          component="span"
          draggable={node.mayChange}
          title={node.mayChange ? m.drag(name) : m.notYours}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', String(node.id));
            onGrab();
          }}
          onDragEnd={onEnd}
          sx={{
            cursor: node.mayChange ? 'grab' : 'not-allowed',
            display: { xs: 'none', sm: 'inline-flex' },
            color: node.mayChange ? 'text.secondary' : 'action.disabled',
          }}
        >
          <DragIndicator fontSize="small" />
        </Box>
        <IconButton
          size="small"
          aria-label={folded ? m.unfold(name) : m.fold(name)}
          aria-expanded={!folded}
          onClick={onFold}
          // On phones the name begins where the values below it do, so the button comes after it.
          sx={{ visibility: hasChildren ? 'visible' : 'hidden', order: { xs: 1, sm: 0 } }}
        >
          {folded ? <ChevronRight fontSize="small" /> : <ExpandMore fontSize="small" />}
        </IconButton>
        <Box sx={{ minWidth: { xs: 0, sm: NAME_WIDTH }, overflowWrap: 'anywhere' }}>
          {name}
          <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
            {[other, node.id].filter((part) => part !== '').join(' · ')}
          </Typography>
        </Box>
      </Box>
    </TableCell>
  );
}

function Tools({ row, onOpen, onShift }: NodeRowProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { node, siblings } = row;
  const name = nameOf(node, locale);
  const theirs = node.mayChange ? null : m.notYours;
  const first = siblings[0] === node.id ? m.first : null;
  const last = siblings.at(-1) === node.id ? m.last : null;
  return (
    <Box component="span">
      <IconTool name={m.up(name)} why={theirs ?? first} onClick={() => onShift(-1)}>
        <ArrowUpward fontSize="small" />
      </IconTool>
      <IconTool name={m.down(name)} why={theirs ?? last} onClick={() => onShift(1)}>
        <ArrowDownward fontSize="small" />
      </IconTool>
      <IconTool
        name={m.addBelow(name)}
        why={theirs}
        onClick={() => onOpen({ what: 'add', parent: node })}
      >
        <Add fontSize="small" />
      </IconTool>
      <IconTool name={m.move(name)} why={theirs} onClick={() => onOpen({ what: 'move', node })}>
        <DriveFileMoveOutlined fontSize="small" />
      </IconTool>
      <IconTool name={m.edit(name)} why={theirs} onClick={() => onOpen({ what: 'edit', node })}>
        <EditOutlined fontSize="small" />
      </IconTool>
      <IconTool name={m.remove(name)} why={theirs} onClick={() => onOpen({ what: 'remove', node })}>
        <DeleteOutlined fontSize="small" />
      </IconTool>
    </Box>
  );
}
