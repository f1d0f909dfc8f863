import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';

type Props = { onByName: () => void; onClear: () => void };

/** What is done to the whole cart. */
export function CartMenu({ onByName, onClear }: Props) {
  const m = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const pick = (deed: () => void) => () => {
    setAnchor(null);
    deed();
  };
  return (
    <>
      <Tooltip title={m.basket.more}>
        <IconButton
          aria-label={m.basket.more}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVert fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={pick(onByName)}>{m.basket.byName}</MenuItem>
        <MenuItem onClick={pick(onClear)} sx={{ color: 'error.main' }}>
          {m.basket.clear}
        </MenuItem>
      </Menu>
    </>
  );
}
