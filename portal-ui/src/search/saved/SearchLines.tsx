import Clear from '@mui/icons-material/Clear';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';

type SearchLine = { id: string; name: string; note?: string; removeName: string };

type Props = {
  label: string;
  lines: readonly SearchLine[];
  onPick: (id: string) => void;
  onRemove: (id: string) => void;
};

/** Kept searches: one click restores, another removes. */
export function SearchLines({ label, lines, onPick, onRemove }: Props) {
  return (
    <List dense aria-label={label} sx={{ py: 0 }}>
      {lines.map(({ id, name, note, removeName }) => (
        <ListItem
          key={id}
          divider
          disablePadding
          secondaryAction={
            <IconButton
              edge="end"
              aria-label={removeName}
              title={removeName}
              onClick={() => onRemove(id)}
            >
              <Clear fontSize="small" />
            </IconButton>
          }
        >
          <ListItemButton onClick={() => onPick(id)}>
            <ListItemText
              primary={name}
              secondary={note}
              slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}
