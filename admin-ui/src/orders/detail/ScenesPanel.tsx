import MuiPagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  EmptyState,
  ExportMenu,
  exportTarget,
  isSceneChosen,
  NO_SCENES,
  type Order,
  type OrderScene,
  QueryResult,
  type SceneSelection,
  SceneSelectionBar,
  scenePageSize,
  useExistingPage,
  useMessages,
  useWindowRows,
  WITH_SCENE_STATE,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';
import { useMay } from '../../providers/useMe';
import type { Highlight } from './highlight';
import { SceneTable } from './SceneTable';

/** The page of scenes that the address names. */
function useScenePage() {
  const [params, setParams] = useSearchParams();
  // The way back to the list that one came from.
  const { state } = useLocation();
  const page = Number(params.get('scenes'));
  const show = (next: number) =>
    setParams(
      (now) => {
        now.set('scenes', String(next));
        return now;
      },
      { replace: true, state },
    );
  return { page: Number.isInteger(page) && page > 0 ? page : 1, show };
}

interface ScenesPanelProps {
  order: Order;
  title: string;
  /** What the map brings out. */
  highlight: Highlight;
  onHighlight: Dispatch<SetStateAction<Highlight>>;
}

/** Tells the map what is ticked, what the pointer is on, and which scene to show. */
function useHighlighting(
  scenes: readonly OrderScene[] | undefined,
  selection: SceneSelection,
  { highlight, onHighlight }: ScenesPanelProps,
) {
  const { scene: words } = useMessages();
  const notify = useNotify();
  useEffect(() => {
    const chosen = scenes?.filter(({ did }) => isSceneChosen(selection, did)) ?? [];
    onHighlight((now) => ({ ...now, chosen, pointed: null }));
  }, [scenes, selection, onHighlight]);
  const locate = (scene: OrderScene) => {
    if (!scene.wktresponse) {
      notify(words.noFootprint, { type: 'warning' });
      return;
    }
    const located = highlight.located?.did === scene.did ? null : scene;
    onHighlight((now) => ({ ...now, located }));
  };
  const point = (pointed: OrderScene | null) => onHighlight((now) => ({ ...now, pointed }));
  return { located: highlight.located?.did ?? null, locate, point };
}

/** The ordered scenes, page by page; what is chosen stays chosen from page to page. */
export function ScenesPanel(props: ScenesPanelProps) {
  const { order, title } = props;
  const { page, show } = useScenePage();
  const pageSize = useWindowRows(scenePageSize);
  const [selection, setSelection] = useState<SceneSelection>(NO_SCENES);
  const query = useQuery({
    queryKey: ['orders', 'scenes', order.id, page, pageSize],
    queryFn: ({ signal }) => api.orders.scenes(order.id, { page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
  useExistingPage({ page, pageSize }, query, show);
  const { data } = query;
  const scenes = data?.items ?? [];
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const { located, locate, point } = useHighlighting(data?.items, selection, props);
  return (
    <Panel
      title={title}
      flush
      aside={<Aside order={order} selection={selection} total={data?.total} pages={pages} />}
    >
      <SceneSelectionBar
        selection={selection}
        page={scenes.map(({ did }) => did)}
        total={data?.total ?? 0}
        onChange={setSelection}
      />
      <QueryResult query={query} empty={<EmptyState />}>
        {({ items }) => (
          <SceneTable
            scenes={items}
            title={title}
            withState={WITH_SCENE_STATE.includes(order.sstatus)}
            selection={selection}
            onSelect={setSelection}
            located={located}
            onLocate={locate}
            onPoint={point}
          />
        )}
      </QueryResult>
      {pages > 1 && <Pages pages={pages} page={page} onPage={show} />}
    </Panel>
  );
}

interface AsideProps {
  order: Order;
  selection: SceneSelection;
  total: number | undefined;
  pages: number;
}

function Aside({ order, selection, total, pages }: AsideProps) {
  const { common } = useMessages();
  const notify = useNotify();
  const mayExport = useMay('/export/list');
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', py: 0.5 }}>
      {total !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {common.total(total)} · {common.totalPages(pages)}
        </Typography>
      )}
      {mayExport && (
        <ExportMenu
          target={exportTarget(order.id, selection)}
          notify={(text, severity) => notify(text, { type: severity })}
        />
      )}
    </Stack>
  );
}

interface PagesProps {
  pages: number;
  page: number;
  onPage: (page: number) => void;
}

function Pages({ pages, page, onPage }: PagesProps) {
  const { list } = useAdminMessages();
  return (
    <Stack sx={{ alignItems: 'flex-end', px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
      <MuiPagination
        aria-label={list.pages}
        count={pages}
        page={page}
        onChange={(_, next) => onPage(next)}
        color="primary"
        shape="rounded"
        siblingCount={0}
        showFirstButton
        showLastButton
      />
    </Stack>
  );
}
