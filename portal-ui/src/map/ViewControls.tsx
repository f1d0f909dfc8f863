import Add from '@mui/icons-material/Add';
import Check from '@mui/icons-material/Check';
import Compare from '@mui/icons-material/Compare';
import GridView from '@mui/icons-material/GridView';
import Layers from '@mui/icons-material/Layers';
import Remove from '@mui/icons-material/Remove';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { textSize, useMessages } from '@scenedock/ui-kit';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { LayerPanel } from './LayerPanel';
import { type MapMode, PANE_COUNTS } from './mapMode';
import type { Lacks } from './useReach';

type ToolProps = {
  name: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  /** Why it cannot be used. */
  blocked?: string | null;
  pressed?: boolean;
  opens?: 'dialog' | 'menu';
  children: ReactNode;
};

function Tool({ name, onClick, blocked = null, pressed, opens, children }: ToolProps) {
  const on = pressed === true;
  return (
    <Tooltip title={blocked ?? name} placement="left">
      <span>
        <IconButton
          aria-label={name}
          aria-pressed={pressed}
          aria-haspopup={opens}
          disabled={blocked !== null}
          onClick={onClick}
          sx={{
            borderRadius: 1,
            width: 34,
            height: 34,
            fontSize: textSize.body,
            fontWeight: 600,
            ...(on
              ? {
                  bgcolor: 'primary.main',
                  color: 'primary.contrastText',
                  '&:hover': { bgcolor: 'primary.dark' },
                }
              : {}),
          }}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

type Props = {
  mode: MapMode;
  /** A map that is only part of a page has neither panes nor a globe. */
  full: boolean;
  lacks: Lacks;
  density: boolean;
  onMode: (part: Partial<MapMode>) => void;
  onZoom: (delta: number) => void;
};

/** At the right edge: nearer, farther, layers, and ways to look at the map. */
export function ViewControls({ mode, full, lacks, density, onMode, onZoom }: Props) {
  const m = useMessages();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const flat = mode.dim === 2;
  const noSwipe = !flat || mode.panes > 1 ? m.map.swipeNotHere : null;
  return (
    <Paper
      elevation={2}
      sx={{
        position: 'absolute',
        right: 8,
        top: full ? 60 : 8,
        p: '2px',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Tool name={m.search.zoomIn} onClick={() => onZoom(1)}>
        <Add fontSize="small" />
      </Tool>
      <Tool name={m.search.zoomOut} onClick={() => onZoom(-1)}>
        <Remove fontSize="small" />
      </Tool>
      <Tool
        name={m.map.layers}
        opens="dialog"
        onClick={({ currentTarget }) => setPanel(currentTarget)}
      >
        <Layers fontSize="small" />
      </Tool>
      {full ? (
        <>
          <Tool
            name={mode.swipe ? m.map.swipeClose : m.map.swipe}
            blocked={noSwipe}
            pressed={mode.swipe}
            onClick={() => onMode({ swipe: !mode.swipe, bases: [] })}
          >
            <Compare fontSize="small" />
          </Tool>
          <Tool
            name={m.map.panes}
            blocked={flat ? null : m.map.panesNotHere}
            opens="menu"
            onClick={({ currentTarget }) => setMenu(currentTarget)}
          >
            <GridView fontSize="small" />
          </Tool>
          <Tool
            name={flat ? m.map.toGlobe : m.map.toFlat}
            pressed={!flat}
            onClick={() => onMode({ dim: flat ? 3 : 2, swipe: false })}
          >
            {flat ? '3D' : '2D'}
          </Tool>
        </>
      ) : null}
      <Popover
        open={panel !== null}
        anchorEl={panel}
        onClose={() => setPanel(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': m.map.layers, sx: { mr: 1, ml: -1 } } }}
      >
        <LayerPanel lacks={lacks} density={density} globe={!flat} />
      </Popover>
      <PaneMenu anchor={menu} panes={mode.panes} onMode={onMode} onClose={() => setMenu(null)} />
    </Paper>
  );
}

type PaneMenuProps = Pick<Props, 'onMode'> & {
  anchor: HTMLElement | null;
  panes: number;
  onClose: () => void;
};

/** How many maps stand beside one another. */
function PaneMenu({ anchor, panes, onMode, onClose }: PaneMenuProps) {
  const m = useMessages();
  return (
    <Menu
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {PANE_COUNTS.map((count) => (
        <MenuItem
          key={count}
          selected={count === panes}
          onClick={() => {
            onClose();
            onMode({ panes: count, swipe: false, bases: [] });
          }}
        >
          <ListItemIcon sx={{ minWidth: 28 }}>
            {count === panes ? <Check fontSize="small" /> : null}
          </ListItemIcon>
          <ListItemText>{m.map.paneCount(count)}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  );
}
