import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Switch from '@mui/material/Switch';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { Clamped, type DictionaryEntry, useMessages } from '@scenedock/ui-kit';
import type { KeyboardEvent } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';

interface EntryRowProps {
  entry: DictionaryEntry;
  at: number;
  isLast: boolean;
  /** Nothing else of the list is on. */
  isOnlyOne: boolean;
  /** Whether orders have words of this list. */
  isCounted: boolean;
  onMove: (to: number) => void;
  onTurn: (on: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** An entry. Alt with an arrow key moves it from wherever the focus is in its row. */
export function EntryRow({ entry, at, isLast, isOnlyOne, isCounted, ...props }: EntryRowProps) {
  const { onMove, onTurn, onEdit, onRemove } = props;
  const { common } = useMessages();
  const { dictionary: m } = useAdminMessages();
  const { name, nameEn, on, orders } = entry;
  // Whether orders have it, and which, the server says when somebody tries.
  const why = isOnlyOne ? m.onlyOne : null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  return (
    <TableRow hover onKeyDown={onKeyDown}>
      <TableCell data-label={m.position} align="right">
        {at + 1}
      </TableCell>
      <TableCell data-label={m.name} sx={on ? undefined : { color: 'text.secondary' }}>
        <Clamped text={name} lines={2} />
      </TableCell>
      <TableCell data-label={m.nameEn} sx={{ color: 'text.secondary' }}>
        <Clamped text={nameEn === '' ? '-' : nameEn} lines={2} />
      </TableCell>
      {isCounted && (
        <TableCell data-label={m.orders} align="right">
          {orders.toLocaleString('en-US')}
        </TableCell>
      )}
      <TableCell data-label={m.on}>
        <Tooltip title={isOnlyOne ? m.onlyOne : ''}>
          <span>
            <Switch
              size="small"
              checked={on}
              disabled={isOnlyOne}
              onChange={(_, next) => onTurn(next)}
              slotProps={{ input: { 'aria-label': m.offer(name) } }}
            />
          </span>
        </Tooltip>
      </TableCell>
      <TableCell data-label={common.operations} align="right" sx={{ whiteSpace: 'nowrap' }}>
        <span>
          <IconTool
            name={m.up(name)}
            why={at === 0 ? m.first : null}
            onClick={() => onMove(at - 1)}
          >
            <ArrowUpward fontSize="small" />
          </IconTool>
          <IconTool name={m.down(name)} why={isLast ? m.last : null} onClick={() => onMove(at + 1)}>
            <ArrowDownward fontSize="small" />
          </IconTool>
          <IconTool name={m.edit(name)} onClick={onEdit}>
            <EditOutlined fontSize="small" />
          </IconTool>
          <IconTool name={m.remove(name)} why={why} onClick={onRemove}>
            <DeleteOutlined fontSize="small" />
          </IconTool>
        </span>
      </TableCell>
    </TableRow>
  );
}
