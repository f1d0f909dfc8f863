import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import { type Scene, sceneImageUrl } from '@scenedock/ui-kit';
import { useState } from 'react';

type Props = { scene: Pick<Scene, 'dataid' | 'dataname' | 'imageurl'>; size?: number };

/** Thumbnail of a scene, or a quiet placeholder when there is none. */
export function SceneThumb({ scene, size = 56 }: Props) {
  const [broken, setBroken] = useState(false);
  const box = { width: size, height: size, flex: 'none', borderRadius: 1, bgcolor: '#e6ecf0' };
  if (broken || scene.imageurl === null) {
    return (
      <Box aria-hidden sx={{ ...box, display: 'grid', placeItems: 'center' }}>
        <ImageOutlined sx={{ color: '#8fa1ad' }} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={sceneImageUrl(scene.dataid, 1)}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      sx={{ ...box, objectFit: 'cover' }}
    />
  );
}
