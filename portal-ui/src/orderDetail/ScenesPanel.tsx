import Alert from '@mui/material/Alert';
import {
  api,
  chooseScenes,
  EmptyState,
  ExportMenu,
  exportTarget,
  NO_SCENES,
  type Order,
  type OrderScene,
  QueryResult,
  SceneFailure,
  type SceneSelection,
  SceneSelectionBar,
  scenePageSize,
  useExistingPage,
  useMessages,
  useWindowRows,
  WITH_SCENE_STATE,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { SceneDialog } from '../scene/SceneDialog';
import { useMayExport } from '../session/useMayExport';
import { PAGE_SIZES, ScenePager } from './ScenePager';
import { SceneTable } from './SceneTable';

/** The preparation still runs. */
const RUNNING: readonly Order['sstatus'][] = [1, 3];

/** Page, page size and open scene, kept in the address. */
function useTableUrl() {
  const [params, setParams] = useSearchParams();
  // The way back to the list that one came from.
  const { state } = useLocation();
  const set = (changes: Record<string, string | null>, replace = false) =>
    setParams(
      (old) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) old.delete(name);
          else old.set(name, value);
        }
        return old;
      },
      { state, replace },
    );
  return {
    page: Math.max(1, Math.trunc(Number(params.get('page')) || 1)),
    size: PAGE_SIZES.find((one) => String(one) === params.get('size')) ?? null,
    open: params.get('scene'),
    set,
  };
}

function useScenes(id: string, page: number, pageSize: number) {
  return useQuery({
    queryKey: ['orderScenes', id, page, pageSize],
    queryFn: ({ signal }) => api.orders.scenes(id, { page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

type Props = {
  order: Order;
  /** Id of the scene that the map shows. */
  located: string | null;
  onLocate: (scene: OrderScene) => void;
};

/** The ordered scenes: their state, the reason of a failure, export, and early downloads. */
export function ScenesPanel({ order, located, onLocate }: Props) {
  const m = useMessages();
  const notice = useNotice();
  const mayExport = useMayExport();
  const { page, size, open, set } = useTableUrl();
  const fitting = useWindowRows(scenePageSize);
  const [selection, setSelection] = useState<SceneSelection>(NO_SCENES);
  const [failure, setFailure] = useState<OrderScene | null>(null);
  const pageSize = size ?? fitting;
  const query = useScenes(order.id, page, pageSize);
  useExistingPage({ page, pageSize }, query, (last) => set({ page: String(last) }, true));
  const { data } = query;
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const dids = data?.items.map((scene) => scene.did) ?? [];
  const neighbour = (step: 1 | -1) => {
    const at = data?.items.findIndex((scene) => scene.dataid === open) ?? -1;
    const next = at < 0 ? undefined : data?.items[at + step];
    return next && (() => set({ scene: next.dataid }));
  };
  const early = order.getMethod === 0 && RUNNING.includes(order.sstatus);
  const locate = (scene: OrderScene) =>
    scene.wktresponse ? onLocate(scene) : notice(m.scene.noFootprint, 'warning');
  return (
    <Panel
      title={m.detail.scenes}
      side={
        mayExport ? <ExportMenu target={exportTarget(order.id, selection)} notify={notice} /> : null
      }
    >
      {early && order.dataPercent.isin > 0 ? (
        <Alert severity="info" sx={{ mb: 1, py: 0 }}>
          {m.detail.readyEarly(order.dataPercent.isin)}
        </Alert>
      ) : null}
      <SceneSelectionBar selection={selection} page={dids} total={total} onChange={setSelection} />
      <QueryResult query={query} empty={<EmptyState />}>
        {({ items }) => (
          <SceneTable
            scenes={items}
            selection={selection}
            located={located}
            withState={WITH_SCENE_STATE.includes(order.sstatus)}
            onChoose={(changed, on) => setSelection((old) => chooseScenes(old, dids, changed, on))}
            onOpen={({ dataid }) => set({ scene: dataid })}
            onLocate={locate}
            onFailure={setFailure}
          />
        )}
      </QueryResult>
      {total > 0 ? (
        <ScenePager
          total={total}
          page={Math.min(page, pages)}
          pages={pages}
          size={size}
          fitting={fitting}
          onPage={(next) => set({ page: String(next) })}
          onSize={(next) => set({ size: next === null ? null : String(next), page: null })}
        />
      ) : null}
      {failure === null ? null : (
        <SceneFailure scene={failure} unknown="-" onClose={() => setFailure(null)} />
      )}
      {open === null ? null : (
        <SceneDialog
          dataId={open}
          onClose={() => set({ scene: null })}
          onPrev={neighbour(-1)}
          onNext={neighbour(1)}
        />
      )}
    </Panel>
  );
}
