import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Divider from '@mui/material/Divider';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import { EmptyState } from '@scenedock/ui-kit';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { GROUPS, type PaletteEntry } from './paletteEntries';
import { usePaletteEntries } from './usePaletteEntries';

interface CommandPaletteProps {
  onClose: () => void;
  /** Shows all keys instead. */
  onKeys: () => void;
}

/** Where the arrows lead from an entry, round the ends. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Which of the entries is chosen; another text begins with the first. */
function useChosenEntry(count: number, text: string) {
  const [chosen, setChosen] = useState({ text, at: 0 });
  const at = chosen.text === text ? Math.min(chosen.at, Math.max(count - 1, 0)) : 0;
  const choose = (next: number) =>
    setChosen({ text, at: count === 0 ? 0 : (next + count) % count });
  return { at, choose };
}

/** Goes to a page, an order, a user or a task: written, chosen with the arrows, opened with Enter. */
export default function CommandPalette({ onClose, onKeys }: CommandPaletteProps) {
  const { palette: m } = useAdminMessages();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const { entries, isAsking, isFailed } = usePaletteEntries(text);
  const ordered = GROUPS.flatMap((group) => entries.filter((entry) => entry.group === group));
  const { at, choose } = useChosenEntry(ordered.length, text);
  const open = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    onClose();
    navigate(entry.to);
  };
  const hear = (event: KeyboardEvent) => {
    // Enter ends a word that an input method is putting together.
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step !== undefined) choose(at + step);
    else if (event.key === 'Enter') open(ordered[at]);
    else return;
    event.preventDefault();
  };
  const words = isAsking ? m.searching : m.count(ordered.length);
  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': m.open } }}
      fullWidth
      maxWidth="sm"
      sx={AT_TOP}
    >
      <InputBase
        autoFocus
        fullWidth
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={hear}
        placeholder={m.placeholder}
        inputProps={{
          role: 'combobox',
          'aria-label': m.placeholder,
          'aria-expanded': ordered.length > 0,
          'aria-controls': `${id}-list`,
          'aria-autocomplete': 'list',
          'aria-activedescendant': ordered.length > 0 ? `${id}-${at}` : undefined,
        }}
        sx={{ px: 2, py: 1.25 }}
      />
      <Divider />
      {ordered.length === 0 && !isAsking ? (
        <EmptyState title={m.nothing} hint={m.nothingHint} />
      ) : (
        <EntryList id={id} entries={ordered} at={at} onPoint={choose} onOpen={open} />
      )}
      <Divider />
      <Box sx={FOOT}>
        <Typography variant="caption" color="textSecondary" role="status">
          {isFailed ? m.failed : words}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={HINT}>
          {m.keysHint}
        </Typography>
        <Button size="small" onClick={onKeys} sx={{ ml: 'auto' }}>
          {m.allKeys}
        </Button>
      </Box>
    </Dialog>
  );
}

const AT_TOP = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: { xs: 1, sm: 8 }, maxHeight: { xs: '85%', sm: '70%' } },
} as const;

const FOOT = { px: 2, py: 0.5, display: 'flex', alignItems: 'center', gap: 2 } as const;
const HINT = { display: { xs: 'none', sm: 'block' } } as const;

const LIST = { py: 0.5, minHeight: 120, overflowY: 'auto' } as const;

interface EntryListProps {
  id: string;
  /** Those of a group beside one another. */
  entries: readonly PaletteEntry[];
  at: number;
  onPoint: (at: number) => void;
  onOpen: (entry: PaletteEntry) => void;
}

/** The entries by groups. The focus stays where one writes, which says which entry is chosen. */
function EntryList({ id, entries, at, onPoint, onOpen }: EntryListProps) {
  const { palette: m } = useAdminMessages();
  const groups = GROUPS.filter((group) => entries.some((entry) => entry.group === group));
  return (
    <Box id={`${id}-list`} role="listbox" aria-label={m.results} sx={LIST}>
      {groups.map((group) => (
        <Box key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <Typography
            id={`${id}-${group}`}
            variant="caption"
            color="textSecondary"
            component="div"
            sx={{ px: 2, pt: 1 }}
          >
            {m.groups[group]}
          </Typography>
          {entries.map((entry, n) =>
            entry.group === group ? (
              <Entry
                key={entry.to}
                id={`${id}-${n}`}
                entry={entry}
                isChosen={n === at}
                onPoint={() => onPoint(n)}
                onOpen={() => onOpen(entry)}
              />
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  );
}

interface EntryProps {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Entry({ id, entry, isChosen, onPoint, onOpen }: EntryProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <Box
      ref={line}
      id={id}
      role="option"
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={onOpen}
      sx={{
        px: 2,
        py: 0.75,
        minHeight: 36,
        display: 'flex',
        alignItems: 'baseline',
        flexWrap: 'wrap',
        columnGap: 1.5,
        cursor: 'pointer',
        bgcolor: isChosen ? 'action.selected' : undefined,
        '@media (pointer: coarse)': { minHeight: 44, alignItems: 'center' },
      }}
    >
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {entry.name}
      </Box>
      {entry.note && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          {entry.note}
        </Typography>
      )}
    </Box>
  );
}
