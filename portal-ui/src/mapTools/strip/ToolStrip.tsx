import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMessages } from '@scenedock/ui-kit';
import { Fragment, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ToolButton, type ToolEntry } from './ToolButton';

export type StripEntry = ToolEntry & { key: string; group: number };

/** Widths in pixels: a tool, the line between groups, the regions and the edges of the bar. */
const [TOOL, LINE, REST] = [30, 7, 128];

/** A row that can be scrolled by less, in pixels, is seen to its end. */
const SLACK = 4;

const FADE = 'linear-gradient(to right, currentColor calc(100% - 32px), transparent)';

/** How many entries fit beside the regions; if not all do, one place goes to the menu of the rest. */
export function fitting(entries: readonly { group: number }[], width: number): number {
  let used = REST;
  const ends = entries.map(({ group }, at) => {
    used += TOOL + (group === entries[at - 1]?.group ? 0 : LINE);
    return used;
  });
  if (used <= width) return entries.length;
  return ends.filter((end) => end + TOOL + LINE <= width).length;
}

function More({ entries }: { entries: StripEntry[] }) {
  const m = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Divider orientation="vertical" flexItem sx={{ mx: '3px' }} />
      <ToolButton
        name={m.tools.more}
        icon={<MoreHoriz fontSize="small" />}
        pressed={entries.some(({ pressed }) => pressed)}
        onClick={setAnchor}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(({ key, name, icon, blocked = null, pressed = false, onClick }) => (
          <MenuItem
            key={key}
            selected={pressed}
            disabled={blocked !== null}
            onClick={() => {
              setAnchor(null);
              if (anchor !== null) onClick(anchor);
            }}
          >
            <ListItemIcon>{icon}</ListItemIcon>
            <ListItemText>{blocked ?? name}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

type Props = {
  /** What the button of the regions says. */
  region: string;
  regionOpen: boolean;
  onRegion: (button: HTMLElement) => void;
  entries: StripEntry[];
  /** Room from the left edge to the right one, in pixels. */
  width: number;
};

/** The tools in one row; those that do not fit stand in a menu, on phones the row scrolls. */
export function ToolStrip({ region, regionOpen, onRegion, entries, width }: Props) {
  const m = useMessages();
  const phone = useMediaQuery('(max-width:899.95px)');
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState('region');
  const fit = phone ? entries.length : fitting(entries, width);
  const [more, setMore] = useState(false);
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = bar.current ?? {};
    setMore(scrollLeft + clientWidth < scrollWidth - SLACK);
  }, []);
  // The room and the number of tools say how much of the row is seen.
  const seen = `${width} ${fit}`;
  useEffect(() => {
    if (seen !== '') look();
  }, [look, seen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  // One of the bar's buttons is reached by Tab, the others from it by the arrow keys.
  const reach = (key: string) => ({
    tabIndex: stop === key ? 0 : -1,
    onFocus: () => setStop(key),
  });
  return (
    <Paper
      ref={bar}
      elevation={3}
      role="toolbar"
      aria-label={m.tools.bar}
      onKeyDown={onKeyDown}
      onScroll={look}
      sx={{
        // A row that goes on fades out.
        maskImage: more ? FADE : 'none',
        pointerEvents: 'auto',
        display: 'flex',
        alignItems: 'center',
        flex: 'none',
        p: '2px',
        maxWidth: '100%',
        overflowX: { xs: 'auto', md: 'visible' },
        scrollbarWidth: 'none',
      }}
    >
      <Button
        {...reach('region')}
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={regionOpen}
        endIcon={<ArrowDropDown sx={{ ml: -0.75 }} />}
        onClick={({ currentTarget }) => onRegion(currentTarget)}
        sx={{
          flex: 'none',
          maxWidth: { xs: 132, md: 112 },
          height: { xs: 40, md: 30 },
          px: 1,
          '& .label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        }}
        title={region}
      >
        <span className="label">{region}</span>
      </Button>
      {entries.slice(0, fit).map(({ key, group, ...entry }, at) => (
        <Fragment key={key}>
          {group === entries[at - 1]?.group ? null : (
            <Divider orientation="vertical" flexItem sx={{ mx: '3px' }} />
          )}
          <ToolButton {...entry} {...reach(key)} />
        </Fragment>
      ))}
      {fit < entries.length ? <More entries={entries.slice(fit)} /> : null}
    </Paper>
  );
}
