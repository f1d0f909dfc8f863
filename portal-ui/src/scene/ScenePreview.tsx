import ImageOutlined from '@mui/icons-material/ImageOutlined';
import ZoomOutMap from '@mui/icons-material/ZoomOutMap';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { ink, type SceneDetail, sceneImageUrl, tokens, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { ImageViewer } from './ImageViewer';
import { useRetriedImage } from './useRetriedImage';

const FILL = { width: '100%', height: '100%' } as const;

/** The preview of a scene; a click enlarges it. */
export function ScenePreview({ scene }: { scene: SceneDetail }) {
  const m = useMessages();
  const [enlarged, setEnlarged] = useState(false);
  const url = scene.imageurl ? sceneImageUrl(scene.dataid, 2) : null;
  const { state, src, onError } = useRetriedImage(url);
  const notice = { waiting: m.view.imageLoading, failed: m.view.imageFailed, shown: '' }[state];
  return (
    <Box
      sx={{
        ...FILL,
        bgcolor: url === null ? ink.raised : tokens.night.panel,
        display: 'grid',
        position: 'relative',
      }}
    >
      {state !== 'shown' || src === null ? (
        <Typography
          role="status"
          sx={{
            m: 'auto',
            p: 2,
            textAlign: 'center',
            color: url === null ? 'text.secondary' : tokens.night.text2,
          }}
        >
          {url === null ? (
            <ImageOutlined sx={{ display: 'block', mx: 'auto', fontSize: tokens.icon.state }} />
          ) : null}
          {url === null ? m.view.noImageYet : notice}
        </Typography>
      ) : (
        <ButtonBase
          aria-label={`${m.scene.enlarge} ${scene.dataname}`}
          title={m.scene.enlarge}
          onClick={() => setEnlarged(true)}
          sx={{ ...FILL, minHeight: 0, cursor: 'zoom-in' }}
        >
          <Box
            component="img"
            src={src}
            alt={`${m.scene.preview} ${scene.dataname}`}
            onError={onError}
            sx={{ ...FILL, objectFit: 'contain' }}
          />
          <ZoomOutMap
            fontSize="small"
            sx={{
              position: 'absolute',
              right: 8,
              bottom: 8,
              p: 0.5,
              boxSizing: 'content-box',
              borderRadius: 1,
              color: tokens.night.white,
              bgcolor: tokens.night.scrim,
            }}
          />
        </ButtonBase>
      )}
      {enlarged && src !== null ? (
        <ImageViewer src={src} name={scene.dataname} onClose={() => setEnlarged(false)} />
      ) : null}
    </Box>
  );
}
