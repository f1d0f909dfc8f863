import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {
  type CatalogNode,
  ErrorState,
  formatCloud,
  formatSceneSize,
  formatTime,
  Loading,
  type Messages,
  type Scene,
  sceneImageUrl,
  ToneChip,
  useMessages,
} from '@scenedock/ui-kit';
import { type ReactNode, useMemo, useState } from 'react';
import { LazyMap } from '../map/LazyMap';
import { useCatalogue } from './useCatalogue';
import { useScene } from './useScene';

/** Where the node stands in the catalogue, from the top. */
function nodePath(nodes: readonly CatalogNode[], id: number): string[] | null {
  for (const node of nodes) {
    if (node.id === id) return [node.label];
    const below = nodePath(node.children, id);
    if (below !== null) return [node.label, ...below];
  }
  return null;
}

function facts(scene: Scene, node: string, m: Messages): [string, string][] {
  return [
    [m.scene.dataname, scene.dataname],
    [m.scene.dataid, scene.dataid],
    [m.scene.datatype, m.dataType[scene.datatype] ?? '-'],
    [m.scene.satelite, scene.satelite ?? '-'],
    [m.scene.sensor, scene.sensor ?? '-'],
    [m.scene.scenedate, formatTime(scene.scenedate)],
    [m.scene.receivetime, formatTime(scene.receivetime)],
    [m.scene.cloud, formatCloud(scene.cloud)],
    [m.scene.datasize, formatSceneSize(scene.datasize)],
    [m.scene.node, node],
  ];
}

function Facts({ scene }: { scene: Scene }) {
  const m = useMessages();
  const { data } = useCatalogue();
  const node = nodePath(data ?? [], scene.nodeid)?.join(' / ') ?? '-';
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' },
        columnGap: 2,
        rowGap: 0.75,
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {facts(scene, node, m).flatMap(([name, value]) => [
        <dt key={`${name}-name`}>{name}</dt>,
        <dd key={name}>{value}</dd>,
      ])}
    </Box>
  );
}

function Preview({ scene }: { scene: Scene }) {
  const m = useMessages();
  const [broken, setBroken] = useState(scene.imageurl === null);
  const url = sceneImageUrl(scene.dataid, 2);
  return (
    <Box
      sx={{ bgcolor: '#10212c', borderRadius: 1, height: 260, display: 'grid', overflow: 'hidden' }}
    >
      {broken ? (
        <Typography sx={{ m: 'auto', color: '#cfdae2' }}>{m.scene.noImage}</Typography>
      ) : (
        <Link
          href={url}
          target="_blank"
          rel="noopener"
          title={m.scene.enlarge}
          sx={{ minHeight: 0 }}
        >
          <Box
            component="img"
            src={url}
            alt={`${m.scene.preview} ${scene.dataname}`}
            onError={() => setBroken(true)}
            sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
          />
        </Link>
      )}
    </Box>
  );
}

function SceneBody({ scene }: { scene: Scene }) {
  const m = useMessages();
  const wkt = scene.wktresponse;
  const footprints = useMemo(
    () => (wkt === null ? [] : [{ id: scene.dataid, wkt }]),
    [scene.dataid, wkt],
  );
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, mb: 2 }}
      >
        <Preview key={scene.dataid} scene={scene} />
        <Box sx={{ height: 260, borderRadius: 1, overflow: 'hidden' }}>
          {wkt === null ? (
            <Typography sx={{ p: 2 }}>{m.scene.noFootprint}</Typography>
          ) : (
            <LazyMap footprints={footprints} selected={scene.dataid} focus={wkt} />
          )}
        </Box>
      </Box>
      <Facts scene={scene} />
    </>
  );
}

type Props = {
  dataId: string;
  onClose: () => void;
  /** Neighbours in the list the dialog was opened from. */
  onPrev?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  actions?: (scene: Scene) => ReactNode;
};

/** Everything about one scene. */
export function SceneDialog({ dataId, onClose, onPrev, onNext, actions }: Props) {
  const m = useMessages();
  const { data: scene, error, refetch } = useScene(dataId);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="scene-title">
      <DialogTitle
        id="scene-title"
        sx={{ display: 'flex', alignItems: 'center', gap: 1, pr: 7, overflowWrap: 'anywhere' }}
      >
        {scene?.dataname ?? m.common.details}
        {scene === undefined ? null : (
          <ToneChip
            tone={scene.exists ? 'success' : 'neutral'}
            label={scene.exists ? m.scene.online : m.scene.offline}
          />
        )}
      </DialogTitle>
      <IconButton
        aria-label={m.common.close}
        onClick={onClose}
        sx={{ position: 'absolute', right: 12, top: 12 }}
      >
        <Close />
      </IconButton>
      <DialogContent dividers>
        {error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {scene === undefined && error === null ? <Loading /> : null}
        {scene === undefined ? null : <SceneBody scene={scene} />}
      </DialogContent>
      <DialogActions>
        <IconButton aria-label={m.common.prev} disabled={!onPrev} onClick={onPrev}>
          <ChevronLeft />
        </IconButton>
        <IconButton aria-label={m.common.next} disabled={!onNext} onClick={onNext}>
          <ChevronRight />
        </IconButton>
        <Box sx={{ flex: 1 }} />
        {scene === undefined ? null : actions?.(scene)}
      </DialogActions>
    </Dialog>
  );
}
