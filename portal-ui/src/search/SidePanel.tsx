import KeyboardDoubleArrowLeft from '@mui/icons-material/KeyboardDoubleArrowLeft';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense } from 'react';
import { ConditionsForm } from './conditions/ConditionsForm';
import { RowSkeletons } from './RowSkeletons';
import { SearchTools } from './saved/SearchTools';
import type { Criteria, SearchState, Side } from './searchState';

const FacetPanel = lazy(() => import('./facets/FacetPanel'));

type Props = {
  state: SearchState;
  criteria: Criteria;
  areaFault: string | null;
  onSide: (side: Side) => void;
  onSearch: (criteria: Criteria) => void;
  onRestore: (query: string) => void;
  onZoom: (wkt: string) => void;
  onKeys: () => void;
  /** Folds the panel; on a phone it is a sheet of its own. */
  onFold: (() => void) | null;
};

/** The left panel: what to search for, or what was found by its figures. */
export function SidePanel(props: Props) {
  const { state, criteria, onSearch } = props;
  const m = useMessages();
  const sides = ['conditions', 'facets'] as const;
  return (
    <Box
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        bgcolor: 'background.paper',
      }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          borderBottom: 1,
          borderColor: 'divider',
          pr: 0.5,
          flex: 'none',
        }}
      >
        <Tabs
          value={state.side}
          onChange={(_, side: Side) => props.onSide(side)}
          aria-label={m.search.conditions}
          sx={{ minHeight: 43, flex: 1, '& .MuiTab-root': { minHeight: 43, minWidth: 0, px: 1.5 } }}
        >
          {sides.map((side) => (
            <Tab
              key={side}
              value={side}
              id={`side-${side}`}
              aria-controls="side-panel"
              label={m.find.sides[side]}
            />
          ))}
        </Tabs>
        <SearchTools state={state} onRestore={props.onRestore} onKeys={props.onKeys} />
        {props.onFold === null ? null : (
          <Tooltip title={m.find.foldConditions}>
            <IconButton aria-label={m.find.foldConditions} onClick={props.onFold}>
              <KeyboardDoubleArrowLeft fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      <Box
        id="side-panel"
        role="tabpanel"
        aria-labelledby={`side-${state.side}`}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
      >
        {state.side === 'conditions' ? (
          <ConditionsForm
            criteria={criteria}
            areaFault={props.areaFault}
            onSearch={onSearch}
            onZoom={props.onZoom}
          />
        ) : (
          <Suspense fallback={<RowSkeletons rows={12} height={32} />}>
            <FacetPanel
              criteria={criteria}
              onSearch={(part) => onSearch({ ...criteria, ...part })}
            />
          </Suspense>
        )}
      </Box>
    </Box>
  );
}
