import Add from '@mui/icons-material/Add';
import Layers from '@mui/icons-material/Layers';
import Public from '@mui/icons-material/Public';
import Remove from '@mui/icons-material/Remove';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import type { BaseMap } from './baseLayers';

function Tool({
  name,
  onClick,
  children,
}: {
  name: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={name} placement="left">
      <IconButton aria-label={name} onClick={onClick} sx={{ borderRadius: 1 }}>
        {children}
      </IconButton>
    </Tooltip>
  );
}

type Props = {
  base: BaseMap;
  onBase: (base: BaseMap) => void;
  onZoom: (delta: number) => void;
  onHome: () => void;
};

export function MapTools({ base, onBase, onZoom, onHome }: Props) {
  const m = useMessages();
  const other: BaseMap = base === 'relief' ? 'plain' : 'relief';
  const otherName = other === 'relief' ? m.search.baseRelief : m.search.basePlain;
  return (
    <Paper
      elevation={2}
      sx={{ position: 'absolute', right: 12, top: 12, display: 'flex', flexDirection: 'column' }}
    >
      <Tool name={m.search.zoomIn} onClick={() => onZoom(1)}>
        <Add fontSize="small" />
      </Tool>
      <Tool name={m.search.zoomOut} onClick={() => onZoom(-1)}>
        <Remove fontSize="small" />
      </Tool>
      <Tool name={m.search.fullExtent} onClick={onHome}>
        <Public fontSize="small" />
      </Tool>
      <Tool name={`${m.search.baseMap}: ${otherName}`} onClick={() => onBase(other)}>
        <Layers fontSize="small" />
      </Tool>
    </Paper>
  );
}
