import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import IndeterminateCheckBox from '@mui/icons-material/IndeterminateCheckBox';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ink, tokens } from '@scenedock/ui-kit';
import type { TreeLine } from './treeModel';

type Props = {
  line: TreeLine;
  /** The one that Tab comes to. */
  current: boolean;
  onFocus: (id: number) => void;
  onOpen: (id: number, open: boolean) => void;
  onToggle: (id: number) => void;
};

function Tick({ ticked }: Pick<TreeLine, 'ticked'>) {
  const sx = {
    fontSize: tokens.icon.tick,
    color: ticked === false ? ink.faint : 'primary.main',
    flex: 'none',
  };
  if (ticked === 'mixed') return <IndeterminateCheckBox sx={sx} />;
  return ticked ? <CheckBox sx={sx} /> : <CheckBoxOutlineBlank sx={sx} />;
}

/** One node: a click ticks it, a click on its arrow opens it. */
export function TreeRow({ line, current, onFocus, onOpen, onToggle }: Props) {
  const { node, depth, open, ticked } = line;
  const Arrow = open ? ExpandMore : ChevronRight;
  return (
    <Box
      role="treeitem"
      aria-level={depth + 1}
      aria-checked={ticked}
      aria-label={node.label}
      {...(open === null ? {} : { 'aria-expanded': open })}
      tabIndex={current ? 0 : -1}
      data-node={node.id}
      onFocus={() => onFocus(node.id)}
      onClick={() => onToggle(node.id)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        minHeight: 28,
        pl: 0.5 + depth * 1.75,
        pr: 0.5,
        borderRadius: 0.5,
        cursor: 'pointer',
        userSelect: 'none',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        aria-hidden
        onClick={(event) => {
          if (open === null) return;
          event.stopPropagation();
          onOpen(node.id, !open);
        }}
        sx={{ display: 'flex', visibility: open === null ? 'hidden' : 'visible', color: ink.text2 }}
      >
        <Arrow fontSize="small" />
      </Box>
      <Tick ticked={ticked} />
      <Typography variant="body2" noWrap title={node.label} sx={{ flex: 1, minWidth: 0 }}>
        {node.label}
      </Typography>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {node.count.toLocaleString('en')}
      </Typography>
    </Box>
  );
}
