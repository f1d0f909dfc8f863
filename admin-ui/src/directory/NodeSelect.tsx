import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { type DirectoryNode, useLocale } from '@scenedock/ui-kit';
import { directoryRows, nameOf } from './directoryModel';

interface NodeSelectProps {
  nodes: readonly DirectoryNode[];
  value: number | null;
  /** What null means. */
  none: string;
  /** Nodes that cannot be chosen. */
  without?: ReadonlySet<number>;
  /** Whether something has to be chosen: null stands for nothing yet. */
  required?: boolean;
  label?: string;
  /** The name where no label is seen. */
  name?: string;
  error?: boolean;
  helperText?: string | undefined;
  onChange: (id: number | null) => void;
  sx?: TextFieldProps['sx'];
}

/** Of the catalogue one node, or none. */
export function NodeSelect(props: NodeSelectProps) {
  const { nodes, value, none, without, required, label, name, error, helperText, onChange } = props;
  const { locale } = useLocale();
  const rows = directoryRows(nodes);
  return (
    <TextField
      select
      fullWidth
      required={required ?? false}
      {...(label === undefined ? {} : { label })}
      {...(error === undefined ? {} : { error })}
      {...(helperText === undefined ? {} : { helperText })}
      {...(props.sx === undefined ? {} : { sx: props.sx })}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      slotProps={{
        select: {
          displayEmpty: true,
          ...(name === undefined ? {} : { SelectDisplayProps: { 'aria-label': name } }),
        },
        inputLabel: { shrink: true },
      }}
    >
      <MenuItem value="" disabled={required === true}>
        {none}
      </MenuItem>
      {rows.map(({ node, depth }) => (
        <MenuItem
          key={node.id}
          value={node.id}
          disabled={without?.has(node.id) === true || !node.mayChange}
          sx={{ pl: 2 + depth * 2 }}
        >
          {nameOf(node, locale)}
        </MenuItem>
      ))}
    </TextField>
  );
}
