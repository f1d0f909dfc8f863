import Box from '@mui/material/Box';
import { EmptyState, type SceneDetail, useMessages } from '@scenedock/ui-kit';
import { useMemo } from 'react';
import { LazyMap } from '../map/LazyMap';
import { SceneFields } from './SceneFields';
import { SceneLinks } from './SceneLinks';
import { ScenePreview } from './ScenePreview';
import { SimilarScenes } from './SimilarScenes';

/** Height of the picture and of the map beside it. */
const FRAME = {
  height: { xs: 220, sm: 260, lg: 300 },
  borderRadius: 1,
  overflow: 'hidden',
} as const;

/** The map that flies to the footprint, and goes back two levels when it has been seen. */
function SceneMap({ scene }: { scene: SceneDetail }) {
  const m = useMessages();
  const wkt = scene.wktresponse;
  const footprints = useMemo(
    () => (wkt === null ? [] : [{ id: scene.dataid, wkt }]),
    [scene.dataid, wkt],
  );
  if (wkt === null) return <EmptyState title={m.scene.noFootprint} />;
  return <LazyMap footprints={footprints} selected={scene.dataid} focus={wkt} stepBack />;
}

type Props = { scene: SceneDetail; onOpen: (id: string) => void };

/** Picture, place, metadata, links, and scenes like it. */
export function SceneBody({ scene, onOpen }: Props) {
  return (
    <>
      <Box
        sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, mb: 2 }}
      >
        <Box sx={FRAME}>
          <ScenePreview key={scene.dataid} scene={scene} />
        </Box>
        <Box sx={{ ...FRAME, bgcolor: 'background.default' }}>
          <SceneMap scene={scene} />
        </Box>
      </Box>
      <SceneFields scene={scene} />
      <SceneLinks scene={scene} />
      <SimilarScenes dataId={scene.dataid} onOpen={onOpen} />
    </>
  );
}
