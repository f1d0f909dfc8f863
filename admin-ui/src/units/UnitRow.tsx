import Add from '@mui/icons-material/Add';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ToneChip, type UnitNode } from '@scenedock/ui-kit';
import { type CSSProperties, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { UnitLine } from './unitTree';
import { LINE } from './useLineWindow';

/** Pixels that a level is further in. */
const STEP = 20;

/** Levels that are moved in; deeper ones would leave no room for names. */
const DEEPEST = 8;

/** How wide each column is. */
export const COLUMNS = { xs: 'minmax(0, 1fr) 84px', md: 'minmax(0, 1fr) 110px 90px 90px 84px' };

/** Columns that narrow windows have no room for. */
export const WIDE_ONLY = { display: { xs: 'none', md: 'block' } };

/** What is done with a unit. */
export type UnitTask = 'add' | 'rename' | 'move' | 'remove';

const RARER: readonly Exclude<UnitTask, 'add'>[] = ['rename', 'move', 'remove'];

interface UnitRowProps {
  line: UnitLine;
  /** Which line of all it is, from 0 on. */
  at: number;
  /** Whether Tab leads here. */
  active: boolean;
  onToggle: (id: string) => void;
  onTask: (task: UnitTask, unit: UnitNode) => void;
}

/** One unit of the tree. */
export function UnitRow({ line, at, active, onToggle, onTask }: UnitRowProps) {
  const { units: m } = useAdminMessages();
  const { unit, level, position, siblings, open } = line;
  const style: CSSProperties = {
    position: 'absolute',
    insetInline: 0,
    top: at * LINE,
    height: LINE,
  };
  return (
    <Box
      role="row"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      // Above it is the line of the headings.
      aria-rowindex={at + 2}
      {...(open === null ? {} : { 'aria-expanded': open })}
      tabIndex={active ? 0 : -1}
      data-unit={unit.id}
      style={style}
      sx={{
        display: 'grid',
        gridTemplateColumns: COLUMNS,
        alignItems: 'center',
        px: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        '&:hover': { bgcolor: 'action.hover' },
        '&:focus-visible': {
          outline: '2px solid',
          outlineColor: 'primary.main',
          outlineOffset: -2,
        },
      }}
    >
      <Box
        role="gridcell"
        sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}
        style={{ paddingInlineStart: Math.min(level - 1, DEEPEST) * STEP }}
      >
        <Box
          component="span"
          // The keys open and close the line.
          aria-hidden
          onClick={() => open !== null && onToggle(unit.id)}
          sx={{ display: 'flex', flex: 'none', width: 28, cursor: 'pointer' }}
        >
          {open === true && <ExpandMore fontSize="small" />}
          {open === false && <ChevronRight fontSize="small" />}
        </Box>
        <Box component="span" title={unit.name} sx={NAME}>
          {unit.name}
        </Box>
      </Box>
      <Box role="gridcell" sx={WIDE_ONLY}>
        <ToneChip
          tone={unit.status === 1 ? 'success' : 'neutral'}
          label={unit.status === 1 ? m.inUse : m.notOffered}
        />
      </Box>
      <Box role="gridcell" sx={{ ...WIDE_ONLY, textAlign: 'right' }}>
        {unit.members}
      </Box>
      <Box role="gridcell" sx={{ ...WIDE_ONLY, textAlign: 'right' }}>
        {unit.grants}
      </Box>
      <UnitButtons unit={unit} active={active} onTask={onTask} />
    </Box>
  );
}

const NAME = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

interface UnitButtonsProps {
  unit: UnitNode;
  active: boolean;
  onTask: UnitRowProps['onTask'];
}

/** What can be done with a unit: the usual at once, the rarer behind one button. */
function UnitButtons({ unit, active, onTask }: UnitButtonsProps) {
  const { units: m } = useAdminMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const tabIndex = active ? 0 : -1;
  const choose = (task: UnitTask) => {
    setAnchor(null);
    onTask(task, unit);
  };
  return (
    <Box role="gridcell" sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        aria-label={m.addBelow(unit.name)}
        title={m.addBelow(unit.name)}
        onClick={() => onTask('add', unit)}
      >
        <Add fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        tabIndex={tabIndex}
        aria-label={m.more(unit.name)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      {anchor !== null && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {RARER.map((task) => (
            <MenuItem key={task} onClick={() => choose(task)}>
              {m.tasks[task]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Box>
  );
}
