import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {
  type CatalogKind,
  EmptyState,
  ErrorState,
  ink,
  type SearchAnswer,
  useMessages,
} from '@scenedock/ui-kit';
import { type ReactNode, useEffect, useRef } from 'react';
import { useCatalogue } from '../../scene/useCatalogue';
import { RegionOffer } from '../conditions/RegionOffer';
import { RowSkeletons } from '../RowSkeletons';
import type { Criteria, SearchState } from '../searchState';
import { useKeptScroll } from '../useKeptScroll';
import { useRowKeys } from '../useRowKeys';
import { byKind } from './groups';
import { LiftConditions } from './LiftConditions';
import { ROW_HEIGHT } from './ResultRow';
import { Rows } from './Rows';
import type { RowHandlers, RowLook } from './rowHandlers';

type Props = RowLook &
  RowHandlers & {
    state: SearchState;
    criteria: Criteria;
    data: SearchAnswer | undefined;
    error: Error | null;
    fetching: boolean;
    narrowed: boolean;
    /** Which list this is: another search or page begins at the top. */
    name: string;
    /** The footprint that the pointer is on, or that was clicked: its row is scrolled to. */
    pointedAt: string | null;
    kindCounts: ReadonlyMap<CatalogKind, number>;
    onRetry: () => void;
    onReset: () => void;
    /** Takes a condition away. */
    onLift: (part: Partial<Criteria>) => void;
    onKind: (kind: CatalogKind) => void;
  };

function KindHead({
  kind,
  count,
  onOnly,
}: {
  kind: CatalogKind;
  count: number | undefined;
  onOnly: () => void;
}) {
  const m = useMessages();
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.25,
        minHeight: 30,
        bgcolor: ink.page,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="h3" component="h3" sx={{ flex: 1, fontSize: 13 }}>
        {m.catalogKind[kind]}
        {count === undefined ? null : (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ pl: 1 }}>
            {m.find.count(count)}
          </Typography>
        )}
      </Typography>
      <Button onClick={onOnly} sx={{ py: 0, minWidth: 0 }}>
        {m.find.onlyKind}
      </Button>
    </Box>
  );
}

function Groups(props: Props & { data: SearchAnswer }) {
  const m = useMessages();
  const { data: tree } = useCatalogue();
  const groups = byKind(props.data.items, tree ?? []);
  const many = props.state.kind === null && groups.length > 1;
  return groups.map(({ kind, scenes }) => (
    <section
      key={kind ?? 'none'}
      aria-label={kind === null ? m.search.results : m.catalogKind[kind]}
    >
      {many && kind !== null ? (
        <KindHead
          kind={kind}
          count={props.kindCounts.get(kind)}
          onOnly={() => props.onKind(kind)}
        />
      ) : null}
      <Rows
        view={props.state.view}
        scenes={scenes}
        name={kind === null ? m.search.results : m.catalogKind[kind]}
        hovered={props.hovered}
        pinned={props.pinned}
        selected={props.selected}
        inCart={props.inCart}
        onHover={props.onHover}
        onOpen={props.onOpen}
        onLocate={props.onLocate}
        onAdd={props.onAdd}
        onSelect={props.onSelect}
      />
    </section>
  ));
}

/** Height of the heading that stays on top of the rows. */
const STICKY = 32;

/** Scrolls the list and nothing around it, which `scrollIntoView` would. */
function bringIntoView(list: HTMLElement, row: Element): void {
  const outer = list.getBoundingClientRect();
  const own = row.getBoundingClientRect();
  const above = own.top - outer.top - STICKY;
  const below = own.bottom - outer.bottom;
  if (above < 0) list.scrollTop += above;
  else if (below > 0) list.scrollTop += below;
}

function Body(props: Props): ReactNode {
  const m = useMessages();
  if (props.error !== null) return <ErrorState error={props.error} onRetry={props.onRetry} />;
  if (props.data === undefined) return <RowSkeletons rows={10} height={ROW_HEIGHT} />;
  if (props.data.items.length > 0) return <Groups {...props} data={props.data} />;
  if (!props.narrowed) return <EmptyState />;
  const clear = (
    <>
      <RegionOffer
        align="center"
        text={props.criteria.text}
        area={props.criteria.area}
        onTake={(area, text) => props.onLift({ area, text })}
      />
      <LiftConditions criteria={props.criteria} onChange={props.onLift} />
      <Button variant="outlined" onClick={props.onReset}>
        {m.orders.clear}
      </Button>
    </>
  );
  return <EmptyState title={m.common.noMatch} hint={m.common.noMatchHint} action={clear} />;
}

/** The page of results: keys move through it, what the map points at is scrolled to. */
export function ResultList(props: Props) {
  const m = useMessages();
  const keys = useRowKeys<HTMLDivElement>(props.onSelect);
  const box = useRef<HTMLDivElement>(null);
  useKeptScroll(box, props.name, props.data !== undefined && !props.fetching);
  const { pointedAt } = props;
  useEffect(() => {
    if (pointedAt === null) return;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-scene]') ?? [])];
    const row = rows.find(({ dataset }) => dataset.scene === pointedAt);
    if (box.current !== null && row) bringIntoView(box.current, row);
  }, [pointedAt]);
  return (
    <>
      <Box sx={{ height: 2, flex: 'none' }}>
        {props.fetching ? (
          <LinearProgress aria-label={m.common.loading} sx={{ height: 2 }} />
        ) : null}
      </Box>
      <Box
        ref={box}
        id="results"
        tabIndex={-1}
        sx={{ outline: 'none', flex: 1, overflowY: 'auto', minHeight: 0, position: 'relative' }}
      >
        <Box ref={keys.ref} onKeyDown={keys.onKeyDown} onKeyUp={keys.onKeyUp}>
          <Body {...props} />
        </Box>
      </Box>
    </>
  );
}
