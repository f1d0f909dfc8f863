import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import {
  api,
  EmptyState,
  ErrorState,
  formatSceneSize,
  Loading,
  type Order,
  type OrderScene,
  SceneStateChip,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Panel } from '../parts/Panel';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { SceneDialog } from '../scene/SceneDialog';
import { SceneThumb } from '../scene/SceneThumb';

const PAGE_SIZE = 50;

/** The state of a scene means something only while and after it is fetched. */
const WITH_STATE: readonly Order['sstatus'][] = [1, 3, 6];

function Failure({ scene, onClose }: { scene: OrderScene; onClose: () => void }) {
  const m = useMessages();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="failure-title">
      <DialogTitle id="failure-title">
        {m.detail.failureTitle} · {scene.dataname}
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>{scene.flog || '-'}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type RowProps = {
  scene: OrderScene;
  withState: boolean;
  onOpen: (scene: OrderScene) => void;
  onFailure: (scene: OrderScene) => void;
};

function StateCell({ scene, onFailure }: Pick<RowProps, 'scene' | 'onFailure'>) {
  const m = useMessages();
  return (
    <TableCell>
      <SceneStateChip state={scene.sstatus} />
      {scene.sstatus === 2 ? (
        <Button
          color="error"
          aria-label={`${m.scene.failure} ${scene.dataname}`}
          onClick={() => onFailure(scene)}
          sx={{ maxWidth: 260, ml: 0.5 }}
        >
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {scene.flog || m.scene.failure}
          </span>
        </Button>
      ) : null}
    </TableCell>
  );
}

function Row({ scene, withState, onOpen, onFailure }: RowProps) {
  const m = useMessages();
  return (
    <TableRow hover>
      <TableCell>
        <SceneThumb scene={scene} size={40} />
      </TableCell>
      <TableCell sx={WIDE_COLUMN}>{m.dataType[scene.datatype] ?? '-'}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{scene.dataname}</TableCell>
      <TableCell align="right" sx={{ ...WIDE_COLUMN, whiteSpace: 'nowrap' }}>
        {formatSceneSize(scene.datasize)}
      </TableCell>
      {withState ? <StateCell scene={scene} onFailure={onFailure} /> : null}
      <TableCell align="right">
        <Link
          component="button"
          sx={{ whiteSpace: 'nowrap' }}
          aria-label={`${m.detail.preview} ${scene.dataname}`}
          onClick={() => onOpen(scene)}
        >
          {m.detail.preview}
        </Link>
      </TableCell>
    </TableRow>
  );
}

function useScenes(order: Order, page: number) {
  return useQuery({
    queryKey: ['orderScenes', order.id, page],
    queryFn: ({ signal }) => api.orders.scenes(order.id, { page, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The ordered scenes, with their state and the reason of a failure. */
export function ScenesPanel({ order }: { order: Order }) {
  const m = useMessages();
  const [params, setParams] = useSearchParams();
  const [failure, setFailure] = useState<OrderScene | null>(null);
  const page = Math.max(1, Math.trunc(Number(params.get('page')) || 1));
  const { data, error, refetch } = useScenes(order, page);
  const withState = WITH_STATE.includes(order.sstatus);
  const set = (key: 'page' | 'scene', value: string | null) =>
    setParams((old) => {
      if (value === null) old.delete(key);
      else old.set(key, value);
      return old;
    });
  const open = params.get('scene');
  const count = data === undefined ? '' : ` (${data.total})`;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  return (
    <Panel title={`${m.detail.scenes}${count}`}>
      {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Loading /> : null}
      {data?.items.length === 0 ? <EmptyState /> : null}
      {data !== undefined && data.items.length > 0 ? (
        <TableContainer sx={{ maxHeight: 560 }}>
          <Table stickyHeader aria-label={m.detail.scenes}>
            <TableHead>
              <TableRow>
                <TableCell sx={{ whiteSpace: 'nowrap' }}>{m.scene.preview}</TableCell>
                <TableCell sx={WIDE_COLUMN}>{m.scene.datatype}</TableCell>
                <TableCell>{m.scene.dataname}</TableCell>
                <TableCell align="right" sx={WIDE_COLUMN}>
                  {m.scene.datasize}
                </TableCell>
                {withState ? <TableCell>{m.scene.state}</TableCell> : null}
                <TableCell align="right">{m.common.operations}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {data.items.map((scene) => (
                <Row
                  key={scene.did}
                  scene={scene}
                  withState={withState}
                  onOpen={({ dataid }) => set('scene', dataid)}
                  onFailure={setFailure}
                />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      ) : null}
      {pages > 1 ? (
        <TablePagination
          component="div"
          count={data?.total ?? 0}
          page={Math.min(page, pages) - 1}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          labelDisplayedRows={({ from, to, count: all }) =>
            `${from}-${to} / ${m.common.total(all)} · ${m.common.totalPages(pages)}`
          }
          onPageChange={(_, next) => set('page', String(next + 1))}
        />
      ) : null}
      {failure === null ? null : <Failure scene={failure} onClose={() => setFailure(null)} />}
      {open === null ? null : <SceneDialog dataId={open} onClose={() => set('scene', null)} />}
    </Panel>
  );
}
