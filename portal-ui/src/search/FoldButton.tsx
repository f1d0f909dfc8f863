import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Tune from '@mui/icons-material/Tune';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import { ink, textSize, tokens } from '@scenedock/ui-kit';

type Props = { open: boolean; name: string; onToggle: () => void };

/** The tab at the edge of a panel that folds it, and brings it back. */
export function FoldButton({ open, name, onToggle }: Props) {
  const Icon = open ? ChevronLeft : ChevronRight;
  return (
    <Tooltip title={name} placement="right">
      <ButtonBase
        aria-label={name}
        aria-expanded={open}
        onClick={onToggle}
        sx={{
          position: 'absolute',
          left: '100%',
          top: 'calc(50% - 22px)',
          width: 16,
          height: 44,
          bgcolor: 'background.paper',
          border: 1,
          borderLeft: 0,
          borderColor: 'divider',
          borderRadius: '0 6px 6px 0',
          boxShadow: tokens.lift.fold,
          color: 'text.secondary',
          '&:hover': { bgcolor: ink.raised },
        }}
      >
        <Icon sx={{ fontSize: tokens.icon.text }} />
      </ButtonBase>
    </Tooltip>
  );
}

type RailProps = { name: string; text: string; onOpen: () => void };

/** What is left of a folded panel. */
export function Rail({ name, text, onOpen }: RailProps) {
  return (
    <Tooltip title={name} placement="right">
      <ButtonBase
        aria-label={name}
        aria-expanded={false}
        onClick={onOpen}
        sx={{
          width: 36,
          flex: 'none',
          flexDirection: 'column',
          justifyContent: 'flex-start',
          gap: 1,
          pt: 1.5,
          fontSize: textSize.body,
          color: 'text.secondary',
          bgcolor: 'background.paper',
          borderRight: 1,
          borderColor: 'divider',
          '&:hover': { bgcolor: ink.raised },
        }}
      >
        <Tune fontSize="small" />
        <span style={{ writingMode: 'vertical-rl', letterSpacing: 2 }}>{text}</span>
      </ButtonBase>
    </Tooltip>
  );
}
