import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useNodes } from './useNodes';

interface NodesFieldProps {
  ids: readonly number[];
  fault?: string | undefined;
  onChange: (ids: readonly number[]) => void;
}

/** Nodes of the catalogue; a chosen one means everything below it too. */
export function NodesField({ ids, fault, onChange }: NodesFieldProps) {
  const { common } = useMessages();
  const { scopes: m } = useAdminMessages();
  const nodes = useNodes();
  const chosen = ids.map(
    (id) => nodes.find((node) => node.id === id) ?? { id, label: String(id), depth: 0 },
  );
  return (
    <Autocomplete
      multiple
      options={nodes}
      value={chosen}
      onChange={(_, next) => onChange(next.map(({ id }) => id))}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...props }, { label, depth }) => (
        <li key={key} {...props} style={{ paddingInlineStart: 16 + depth * 20 }}>
          {label}
        </li>
      )}
      noOptionsText={common.noMatch}
      closeText={common.close}
      clearText={common.clear}
      disableCloseOnSelect
      renderInput={(params) => (
        <TextField
          {...params}
          label={m.nodes}
          placeholder={ids.length === 0 ? m.allNodes : undefined}
          error={fault !== undefined}
          helperText={fault ?? m.nodesHint}
        />
      )}
    />
  );
}
