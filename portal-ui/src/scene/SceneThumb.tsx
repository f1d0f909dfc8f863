import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import { ink, type Scene, sceneImageUrl } from '@scenedock/ui-kit';
import { useRetriedImage } from './useRetriedImage';

/** Where there is no picture, `imageurl` is null or not there at all. */
type Pictured = Pick<Scene, 'dataid' | 'dataname'> & { imageurl?: Scene['imageurl'] };

type Props = {
  scene: Pictured;
  /** Width, and height unless that is said. */
  size?: number | string;
  height?: number;
  /** How round its corners are, where not as everywhere. */
  corners?: number;
};

/** Thumbnail of a scene, or a quiet placeholder when there is none; as large either way. */
export function SceneThumb(props: Props) {
  return <Thumb key={`${props.scene.dataid} ${props.scene.imageurl}`} {...props} />;
}

function Thumb({ scene, size = 56, height, corners = 1 }: Props) {
  // No picture, no request: the server says beforehand whether there is one.
  const url = scene.imageurl ? sceneImageUrl(scene.dataid, 1) : null;
  const { state, src, onError } = useRetriedImage(url);
  const box = {
    width: size,
    height: height ?? size,
    flex: 'none',
    borderRadius: corners,
    bgcolor: ink.raised,
    display: 'block',
  };
  if (state !== 'shown' || src === null) {
    return (
      <Box aria-hidden sx={{ ...box, display: 'grid', placeItems: 'center' }}>
        <ImageOutlined sx={{ color: ink.faint }} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onError}
      sx={{ ...box, objectFit: 'cover' }}
    />
  );
}
