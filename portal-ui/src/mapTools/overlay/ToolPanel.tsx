import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LAYER_PANEL_WIDTH } from '../../map/LayerPanel';

/** The buttons at the right edge of the map, with a gap. */
const VIEW_BUTTONS = 44;

/** Room kept free at the right: the layer panel opens there, beside the buttons. */
export const BESIDE_LAYERS = VIEW_BUTTONS + LAYER_PANEL_WIDTH + 16;

/** The left margin of a panel under its tool, in CSS; moved left so that `room` pixels stay free at the right. */
export const panelMargin = (left: number, width: number, room = VIEW_BUTTONS) =>
  `max(0px, min(${left}px, calc(100% - ${width + room}px)))`;

type Props = {
  title: string;
  width: number;
  /** How far from the left of the tools it stands. */
  left: number;
  /** Pixels that stay free at its right. */
  room?: number | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A panel under the tools; on phones a sheet at the bottom. The map stays usable beside it. */
export function ToolPanel({ title, width, left, room, onClose, children }: Props) {
  const m = useMessages();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const own = box.current;
    const first = own?.querySelector<HTMLElement>('[data-autofocus] input, button[data-autofocus]');
    (first ?? own)?.focus();
  }, []);
  return (
    <Paper
      ref={box}
      elevation={6}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      sx={{
        pointerEvents: 'auto',
        outline: 'none',
        position: { xs: 'fixed', md: 'static' },
        zIndex: { xs: 'modal', md: 'auto' },
        left: 0,
        right: 0,
        bottom: 0,
        ml: { md: panelMargin(left, width, room) },
        width: { xs: '100%', md: width },
        maxWidth: '100%',
        maxHeight: { xs: '70dvh', md: '100%' },
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        borderRadius: { xs: '12px 12px 0 0', md: 1 },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          pl: 1.5,
          pr: 0.5,
          py: 0.25,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={id} variant="h3" component="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        <Tooltip title={`${m.tools.close} (Esc)`}>
          <IconButton aria-label={m.tools.close} onClick={onClose}>
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      <Box
        sx={{ p: 1.5, overflowY: 'auto', minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        {children}
      </Box>
    </Paper>
  );
}
