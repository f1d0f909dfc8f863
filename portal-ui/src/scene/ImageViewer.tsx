import Close from '@mui/icons-material/Close';
import FitScreen from '@mui/icons-material/FitScreen';
import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { tokens, useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useId } from 'react';
import { useViewer } from './useViewer';
import { LARGEST } from './viewerState';

type ToolProps = { name: string; disabled?: boolean; onClick: () => void; children: ReactNode };

function Tool({ name, disabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip title={name}>
      <span>
        <IconButton color="inherit" aria-label={name} disabled={disabled} onClick={onClick}>
          {children}
        </IconButton>
      </span>
    </Tooltip>
  );
}

type Props = { src: string; name: string; onClose: () => void };

/** A picture on the whole screen, to be zoomed and moved. */
export function ImageViewer({ src, name, onClose }: Props) {
  const m = useMessages();
  const id = useId();
  const viewer = useViewer();
  const { view, setFrame, onKeyDown, pointer } = viewer;
  const { scale, x, y } = view;
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={onKeyDown}
      aria-labelledby={id}
      slotProps={{
        paper: {
          // Said for a breakpoint each, because the theme leaves phones a margin.
          sx: {
            m: { xs: 0 },
            width: { xs: '100%' },
            maxHeight: { xs: '100%' },
            bgcolor: tokens.night.ground,
            color: tokens.night.text,
          },
        },
      }}
    >
      <ViewerBar id={id} name={name} viewer={viewer} onClose={onClose} />
      <Box
        ref={setFrame}
        {...pointer}
        sx={{
          flex: 1,
          minHeight: 0,
          overflow: 'hidden',
          display: 'grid',
          placeItems: 'center',
          touchAction: 'none',
          userSelect: 'none',
          cursor: scale > 1 ? 'grab' : 'zoom-in',
        }}
      >
        <Box
          component="img"
          src={src}
          alt={name}
          draggable={false}
          sx={{
            width: '100%',
            height: '100%',
            objectFit: 'contain',
            imageRendering: scale > 4 ? 'pixelated' : 'auto',
          }}
          style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
        />
      </Box>
      <Typography variant="caption" sx={{ textAlign: 'center', p: 1, color: tokens.night.text2 }}>
        {m.view.viewerHint}
      </Typography>
    </Dialog>
  );
}

type BarProps = Pick<Props, 'name' | 'onClose'> & {
  id: string;
  viewer: ReturnType<typeof useViewer>;
};

/** What it is, how near, and nearer or farther. */
function ViewerBar({ id, name, viewer, onClose }: BarProps) {
  const m = useMessages();
  const { view, zoomIn, zoomOut, fit } = viewer;
  const { scale } = view;
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 0.5,
        px: 1.5,
        minHeight: 48,
        '& .Mui-disabled': { color: tokens.night.disabled },
      }}
    >
      <Typography id={id} component="h2" noWrap sx={{ flex: 1, fontWeight: 600 }}>
        {m.view.viewer(name)}
      </Typography>
      <Typography aria-live="polite" variant="body2" sx={{ minWidth: 48, textAlign: 'right' }}>
        {m.view.zoom(Math.round(scale * 100))}
      </Typography>
      <Tool name={m.view.zoomOut} disabled={scale === 1} onClick={zoomOut}>
        <ZoomOut />
      </Tool>
      <Tool name={m.view.zoomIn} disabled={scale === LARGEST} onClick={zoomIn}>
        <ZoomIn />
      </Tool>
      <Tool name={m.view.zoomFit} disabled={scale === 1} onClick={fit}>
        <FitScreen />
      </Tool>
      <Tool name={m.common.close} onClick={onClose}>
        <Close />
      </Tool>
    </Stack>
  );
}
