import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import type { FieldList } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';

interface ListMenuProps {
  lists: readonly FieldList[];
  chosen: string;
  onChoose: (name: string) => void;
  onAdd: () => void;
}

/** Every list with what it holds and how many nodes have it. */
export function ListMenu({ lists, chosen, onChoose, onAdd }: ListMenuProps) {
  const m = useAdminMessages().fields;
  return (
    <Panel
      flush
      title={m.lists}
      aside={
        <Button startIcon={<Add />} onClick={onAdd}>
          {m.add}
        </Button>
      }
    >
      <List disablePadding sx={{ maxHeight: { xs: 260, md: 'none' }, overflowY: 'auto' }}>
        {lists.map(({ name, label, display, query, nodeIds }) => (
          <ListItem key={name} disablePadding>
            <ListItemButton
              selected={name === chosen}
              aria-current={name === chosen ? 'true' : undefined}
              onClick={() => onChoose(name)}
            >
              <ListItemText
                primary={label}
                secondary={`${m.counts(display.length, query.length)} · ${m.usedBy(nodeIds.length)}`}
                slotProps={{ primary: { sx: { fontSize: '0.875rem' } } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
