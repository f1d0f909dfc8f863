import GridView from '@mui/icons-material/GridView';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import ViewList from '@mui/icons-material/ViewList';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { easeIn, ink, textSize, tokens, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { type SearchState, SORTS, VIEWS, type View } from '../searchState';

const ICONS = { list: ViewList, cards: GridView, footprints: LayersOutlined };

function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      role="group"
      aria-label={m.find.view}
      sx={{ bgcolor: ink.raised, borderRadius: 1, p: '2px' }}
    >
      {VIEWS.map((one) => {
        const Icon = ICONS[one];
        return (
          <Tooltip key={one} title={m.find.views[one]}>
            <IconButton
              aria-label={m.find.views[one]}
              aria-pressed={view === one}
              onClick={() => onView(one)}
              sx={{
                p: 0.375,
                borderRadius: 0.75,
                color: view === one ? 'primary.main' : 'text.secondary',
                bgcolor: view === one ? 'background.paper' : 'transparent',
                boxShadow: view === one ? tokens.lift.chip : 'none',
                '&:hover': { bgcolor: 'background.paper' },
              }}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        );
      })}
    </Stack>
  );
}

function Sorting({ state, onSort }: Pick<Props, 'state' | 'onSort'>) {
  const m = useMessages();
  return (
    <TextField
      select
      variant="standard"
      value={state.sort}
      onChange={({ target }) => {
        const sort = SORTS.find((one) => one === target.value);
        if (sort !== undefined) onSort(sort);
      }}
      slotProps={{
        select: { disableUnderline: true, SelectDisplayProps: { 'aria-label': m.search.sort } },
      }}
      sx={{ minWidth: 0, '& .MuiSelect-select': { fontSize: textSize.body } }}
    >
      {SORTS.map((sort) => (
        <MenuItem key={sort} value={sort}>
          {m.find.sorts[sort]}
        </MenuItem>
      ))}
    </TextField>
  );
}

type Props = {
  state: SearchState;
  total: number | undefined;
  /** The number is of the search before; the new one is under way. */
  stale: boolean;
  onSort: (sort: SearchState['sort']) => void;
  onView: (view: View) => void;
  /** What folds the panel, or opens the conditions. */
  start?: ReactNode;
};

/** How many were found, in what order and in what shape they are shown. */
export function ResultHead({ state, total, stale, onSort, onView, start }: Props) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        px: 1,
        minHeight: 44,
        gap: 1,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {start}
      <Typography
        variant="h2"
        component="h2"
        noWrap
        aria-live="polite"
        aria-busy={stale}
        sx={{ color: stale ? 'text.secondary' : 'text.primary', transition: easeIn('color') }}
      >
        {total === undefined ? m.search.results : m.find.count(total)}
      </Typography>
      {stale ? (
        <Typography variant="caption" color="textSecondary" noWrap>
          {m.find.stale}
        </Typography>
      ) : null}
      <Box sx={{ flex: 1 }} />
      <Sorting state={state} onSort={onSort} />
      <Views view={state.view} onView={onView} />
    </Stack>
  );
}
