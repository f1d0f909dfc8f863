import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DragIndicator from '@mui/icons-material/DragIndicator';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Field, FieldKind } from '@scenedock/ui-kit';
import { ink } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { FIELD_KINDS } from './knownFields';
import type { FieldFault } from './listDraft';

interface FieldRowProps {
  field: Field;
  at: number;
  last: boolean;
  fault: FieldFault;
  /** The row that is being dragged is over this one. */
  target: boolean;
  onChange: (field: Field) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onGrab: () => void;
  onOver: () => void;
  onDrop: () => void;
}

/** One field of a list: what it is called and how it is shown. */
export function FieldRow(props: FieldRowProps) {
  const { field, at, last, fault, target, onChange, onMove } = props;
  const m = useAdminMessages().fields;
  const name = field.label || field.key;
  const text = (part: 'label' | 'labelEn' | 'unit', what: string, bad?: string) => (
    <Tooltip title={bad ?? ''}>
      <TextField
        fullWidth
        value={field[part] ?? ''}
        error={bad !== undefined}
        slotProps={{
          htmlInput: { 'aria-label': m.of(what, name), maxLength: part === 'unit' ? 20 : 60 },
        }}
        onChange={(event) => onChange({ ...field, [part]: event.target.value })}
      />
    </Tooltip>
  );
  return (
    <TableRow
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver();
      }}
      onDrop={props.onDrop}
      sx={target ? { '& td': { boxShadow: `inset 0 2px ${ink.action}` } } : undefined}
    >
      <TableCell sx={{ width: 40, px: '8px !important' }}>
        <Box
          component="span"
          draggable
          title={m.drag(name)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', field.key);
            props.onGrab();
          }}
          sx={{ cursor: 'grab', display: 'inline-flex', color: 'text.secondary' }}
        >
          <DragIndicator fontSize="small" />
        </Box>
      </TableCell>
      <TableCell sx={{ minWidth: 150, maxWidth: 220, overflowWrap: 'anywhere' }}>
        <code>{field.key}</code>
        {fault.key === undefined ? null : (
          <Typography variant="caption" color="error" component="div">
            {fault.key}
          </Typography>
        )}
      </TableCell>
      <TableCell sx={{ minWidth: 140 }}>{text('label', m.zh, fault.label)}</TableCell>
      <TableCell sx={{ minWidth: 150 }}>{text('labelEn', m.en, fault.labelEn)}</TableCell>
      <TableCell sx={{ width: 120 }}>
        <TextField
          select
          fullWidth
          value={field.kind}
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': m.of(m.kind, name) } } }}
          onChange={(event) => onChange({ ...field, kind: event.target.value as FieldKind })}
        >
          {FIELD_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {m.kinds[kind]}
            </MenuItem>
          ))}
        </TextField>
      </TableCell>
      <TableCell sx={{ width: 90, minWidth: 80 }}>{text('unit', m.unit)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <IconTool name={m.up(name)} why={at === 0 ? m.first : null} onClick={() => onMove(at - 1)}>
          <ArrowUpward fontSize="small" />
        </IconTool>
        <IconTool name={m.down(name)} why={last ? m.last : null} onClick={() => onMove(at + 1)}>
          <ArrowDownward fontSize="small" />
        </IconTool>
        <IconTool name={m.remove(name)} onClick={props.onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconTool>
      </TableCell>
    </TableRow>
  );
}
