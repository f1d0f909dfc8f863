import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import type { FieldList } from '@scenedock/ui-kit';
import { textSize } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { Panel } from '../parts/Panel';
import { DEFAULT_LIST } from './listDraft';

interface ListMenuProps {
  lists: readonly FieldList[];
  chosen: string;
  onChoose: (name: string) => void;
  onAdd: () => void;
}

/** Every list with what it holds and how many nodes have it. */
export function ListMenu({ lists, chosen, onChoose, onAdd }: ListMenuProps) {
  const m = useAdminMessages().fields;
  /** What has no list, on no node above it either, has the default one. */
  const users = ({ name, nodeIds }: FieldList) =>
    name === DEFAULT_LIST && nodeIds.length === 0 ? m.usedElse : m.usedBy(nodeIds.length);
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
        {lists.map((list) => (
          <ListItem key={list.name} disablePadding>
            <ListItemButton
              selected={list.name === chosen}
              aria-current={list.name === chosen ? 'true' : undefined}
              onClick={() => onChoose(list.name)}
            >
              <ListItemText
                primary={list.label}
                secondary={`${m.counts(list.display.length, list.query.length)} · ${users(list)}`}
                slotProps={{ primary: { sx: { fontSize: textSize.body } } }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Panel>
  );
}
