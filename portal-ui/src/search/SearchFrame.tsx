import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { easeIn, ink, tokens, useMessages } from '@scenedock/ui-kit';
import { lazy, type ReactNode, Suspense } from 'react';
import { FoldButton, Rail } from './FoldButton';
import { usePanels } from './usePanels';

/** Of windows that have room for two columns only. */
const Drawer = lazy(() => import('@mui/material/Drawer'));

/** How much room there is: three columns, two with the conditions in a drawer, or one at a time over the map. */
export type Room = 'wide' | 'narrow' | 'phone';

const PANES = ['conditions', 'results', 'map'] as const;

export type Pane = (typeof PANES)[number];

type Props = {
  room: Room;
  pane: Pane;
  onPane: (pane: Pane) => void;
  /** The conditions; they have a button for `onFold` where there is one. */
  side: (onFold: (() => void) | null) => ReactNode;
  results: ReactNode;
  map: ReactNode;
};

const SIDE_WIDTH = 320;
const RESULTS_WIDTH = 380;

type ColumnProps = { open: boolean; onToggle: () => void; children: ReactNode };

function ResultColumn({ open, onToggle, children }: ColumnProps) {
  const m = useMessages();
  return (
    <Box sx={{ position: 'relative', flex: 'none', width: open ? RESULTS_WIDTH : 0, zIndex: 2 }}>
      <Box
        sx={{
          display: open ? 'block' : 'none',
          height: '100%',
          borderRight: 1,
          borderColor: 'divider',
        }}
      >
        {children}
      </Box>
      <FoldButton
        open={open}
        name={open ? m.find.foldResults : m.find.showResults}
        onToggle={onToggle}
      />
    </Box>
  );
}

function Columns({ room, pane, onPane, side, results, map }: Props) {
  const m = useMessages();
  const { panels, toggle } = usePanels();
  const fold = () => toggle('conditions');
  return (
    <>
      {room === 'narrow' ? (
        <Suspense>
          <Drawer
            open={pane === 'conditions'}
            onClose={() => onPane('results')}
            slotProps={{ paper: { sx: { width: SIDE_WIDTH }, 'aria-label': m.search.conditions } }}
          >
            {side(() => onPane('results'))}
          </Drawer>
        </Suspense>
      ) : panels.conditions ? (
        <Box sx={{ width: SIDE_WIDTH, flex: 'none', borderRight: 1, borderColor: 'divider' }}>
          {side(fold)}
        </Box>
      ) : (
        <Rail name={m.find.showConditions} text={m.search.conditions} onOpen={fold} />
      )}
      <ResultColumn open={panels.results} onToggle={() => toggle('results')}>
        {results}
      </ResultColumn>
      <Box sx={{ flex: 1, minWidth: 0, position: 'relative' }}>{map}</Box>
    </>
  );
}

/** On a phone the map is always there; conditions and results are sheets that come up over it. */
function Sheets({ pane, onPane, side, results, map }: Props) {
  const m = useMessages();
  const sheet = (own: Pane, content: ReactNode) => (
    <Box
      sx={{
        position: 'absolute',
        inset: '6px 0 0',
        zIndex: 3,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.paper',
        borderRadius: '14px 14px 0 0',
        boxShadow: tokens.lift.float,
        overflow: 'hidden',
        transition: `${easeIn('transform')}, ${easeIn('visibility')}`,
        ...(pane === own ? {} : { transform: 'translateY(100%)', visibility: 'hidden' }),
      }}
    >
      <ButtonBase
        aria-label={m.search.map}
        onClick={() => onPane('map')}
        sx={{ height: 20, width: '100%', flex: 'none', color: ink.faint }}
      >
        <KeyboardArrowDown fontSize="small" />
      </ButtonBase>
      <Box sx={{ flex: 1, minHeight: 0 }}>{content}</Box>
    </Box>
  );
  return (
    <Box sx={{ position: 'relative', flex: 1, minWidth: 0, overflow: 'clip' }}>
      <Box sx={{ position: 'absolute', inset: 0 }}>{map}</Box>
      {sheet('conditions', side(null))}
      {sheet('results', results)}
    </Box>
  );
}

/** The three parts of the search page, as the window has room for them. */
export function SearchFrame(props: Props) {
  const m = useMessages();
  const { room, pane, onPane } = props;
  return (
    <>
      {room === 'phone' ? (
        <Tabs
          value={pane}
          onChange={(_, next: Pane) => onPane(next)}
          variant="fullWidth"
          aria-label={m.search.title}
          sx={{ bgcolor: 'background.paper', minHeight: 40, '& .MuiTab-root': { minHeight: 40 } }}
        >
          {PANES.map((one) => (
            <Tab key={one} value={one} label={m.search[one]} />
          ))}
        </Tabs>
      ) : null}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        {room === 'phone' ? <Sheets {...props} /> : <Columns {...props} />}
      </Box>
    </>
  );
}
