import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  ErrorState,
  Loading,
  type Page,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { ResultRow } from './ResultRow';
import { PAGE_SIZE, type SearchState, SORTS } from './searchState';

type Props = {
  state: SearchState;
  data: Page<Scene> | undefined;
  error: Error | null;
  fetching: boolean;
  narrowed: boolean;
  hovered: string | null;
  /** The footprint that the pointer is on: its row is scrolled to. */
  pointedAt: string | null;
  inCart: ReadonlySet<string>;
  onHover: (id: string | null) => void;
  onOpen: (id: string) => void;
  onLocate: (wkt: string) => void;
  onAdd: (ids: string[]) => void;
  onSort: (sort: SearchState['sort']) => void;
  onPage: (page: number) => void;
  onRetry: () => void;
  onReset: () => void;
};

function Top({ state, data, inCart, onSort, onAdd }: Props) {
  const m = useMessages();
  const names = {
    '-scenedate': m.search.sortNewest,
    scenedate: m.search.sortOldest,
    dataname: m.search.sortName,
    cloud: m.search.sortCloud,
  };
  const fresh = (data?.items ?? []).map((scene) => scene.dataid).filter((id) => !inCart.has(id));
  return (
    <Stack
      direction="row"
      sx={{ p: 1, gap: 1, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography variant="h2" component="h2" sx={{ flex: 1 }} aria-live="polite">
        {data === undefined ? m.search.results : m.search.count(data.total)}
      </Typography>
      <TextField
        select
        variant="standard"
        value={state.sort}
        onChange={(event) => {
          const sort = SORTS.find((one) => one === event.target.value);
          if (sort !== undefined) onSort(sort);
        }}
        slotProps={{
          htmlInput: { 'aria-label': m.search.sort },
          input: { disableUnderline: true },
        }}
      >
        {SORTS.map((sort) => (
          <MenuItem key={sort} value={sort}>
            {names[sort]}
          </MenuItem>
        ))}
      </TextField>
      <Button variant="outlined" disabled={fresh.length === 0} onClick={() => onAdd(fresh)}>
        {m.search.addPage}
      </Button>
    </Stack>
  );
}

function Rows(props: Props & { scenes: Scene[] }) {
  const list = useRef<HTMLUListElement>(null);
  const { pointedAt, scenes } = props;
  useEffect(() => {
    if (pointedAt === null) return;
    const row = list.current?.querySelector(`[data-scene="${CSS.escape(pointedAt)}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  }, [pointedAt]);
  return (
    <Box component="ul" ref={list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {scenes.map((scene) => (
        <ResultRow
          key={scene.dataid}
          scene={scene}
          hovered={props.hovered === scene.dataid}
          inCart={props.inCart.has(scene.dataid)}
          onHover={props.onHover}
          onOpen={props.onOpen}
          onLocate={props.onLocate}
          onAdd={(id) => props.onAdd([id])}
        />
      ))}
    </Box>
  );
}

function Body(props: Props): ReactNode {
  const m = useMessages();
  if (props.error !== null) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  if (props.data === undefined) return <Loading />;
  if (props.data.items.length > 0) return <Rows {...props} scenes={props.data.items} />;
  if (!props.narrowed) return <EmptyState />;
  const clear = (
    <Button variant="outlined" onClick={props.onReset}>
      {m.orders.clear}
    </Button>
  );
  return <EmptyState title={m.common.noMatch} hint={m.common.noMatchHint} action={clear} />;
}

/** The page of results with sorting and paging. */
export function ResultList(props: Props) {
  const m = useMessages();
  const pages = Math.ceil((props.data?.total ?? 0) / PAGE_SIZE);
  return (
    <Stack
      component="section"
      aria-label={m.search.results}
      sx={{ height: '100%', minHeight: 0, bgcolor: 'background.paper' }}
    >
      <Top {...props} />
      <Box sx={{ height: 2 }}>{props.fetching ? <LinearProgress sx={{ height: 2 }} /> : null}</Box>
      <Box sx={{ flex: 1, overflowY: 'auto', minHeight: 0 }}>
        <Body {...props} />
      </Box>
      {pages > 1 ? (
        <Box sx={{ p: 0.75, borderTop: 1, borderColor: 'divider' }}>
          <Pagination
            size="small"
            siblingCount={0}
            count={pages}
            page={Math.min(props.state.page, pages)}
            onChange={(_, page) => props.onPage(page)}
            sx={{ '& ul': { justifyContent: 'center' } }}
          />
        </Box>
      ) : null}
    </Stack>
  );
}
