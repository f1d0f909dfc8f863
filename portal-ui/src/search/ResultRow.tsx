import AddShoppingCart from '@mui/icons-material/AddShoppingCart';
import CheckCircle from '@mui/icons-material/CheckCircle';
import MyLocation from '@mui/icons-material/MyLocation';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { formatBytes, formatCloud, formatDate, type Scene, useMessages } from '@scenedock/ui-kit';
import { memo } from 'react';
import { SceneThumb } from '../scene/SceneThumb';

type Props = {
  scene: Scene;
  hovered: boolean;
  inCart: boolean;
  onHover: (id: string | null) => void;
  onOpen: (id: string) => void;
  onLocate: (wkt: string) => void;
  onAdd: (id: string) => void;
};

const NO_BREAK = '\u00a0';

function Summary({ scene }: { scene: Scene }) {
  const parts = [
    [scene.satelite, scene.sensor].filter(Boolean).join(' '),
    formatDate(scene.scenedate),
    formatCloud(scene.cloud) === '-' ? '' : `☁ ${formatCloud(scene.cloud)}`,
    // A scene that is only in the catalogue has no size yet.
    scene.datasize === 0 ? '' : formatBytes(scene.datasize).replace(' ', NO_BREAK),
  ];
  return (
    <Typography variant="caption" color="textSecondary" component="div">
      {parts.filter((part) => part !== '').join(' · ')}
    </Typography>
  );
}

/** One result; pointing at it lights its footprint, and the other way round. */
export const ResultRow = memo(function ResultRow(props: Props) {
  const { scene, hovered, inCart } = props;
  const m = useMessages();
  const wkt = scene.wktresponse;
  const cartName = inCart ? m.search.inCart : m.search.addToCart;
  return (
    <Stack
      component="li"
      direction="row"
      data-scene={scene.dataid}
      onMouseEnter={() => props.onHover(scene.dataid)}
      onMouseLeave={() => props.onHover(null)}
      onFocus={() => props.onHover(scene.dataid)}
      sx={{
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: hovered ? '#fff3e6' : 'background.paper',
        boxShadow: hovered ? 'inset 3px 0 #d65a00' : 'none',
        pr: 0.5,
      }}
    >
      <ButtonBase
        onClick={() => props.onOpen(scene.dataid)}
        sx={{ flex: 1, minWidth: 0, gap: 1, p: 1, justifyContent: 'flex-start', textAlign: 'left' }}
      >
        <SceneThumb scene={scene} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="body2" noWrap title={scene.dataname} sx={{ fontWeight: 600 }}>
            {scene.dataname}
          </Typography>
          <Summary scene={scene} />
          {scene.exists ? null : (
            <Typography variant="caption" color="warning">
              {m.scene.offline}
            </Typography>
          )}
        </Box>
      </ButtonBase>
      <Stack>
        <Tooltip title={wkt === null ? m.scene.noFootprint : m.search.locate} placement="left">
          <span>
            <IconButton
              aria-label={`${m.search.locate} ${scene.dataname}`}
              disabled={wkt === null}
              onClick={() => props.onLocate(wkt ?? '')}
            >
              <MyLocation fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title={cartName} placement="left">
          <span>
            <IconButton
              color="secondary"
              aria-label={`${cartName} ${scene.dataname}`}
              disabled={inCart}
              onClick={() => props.onAdd(scene.dataid)}
            >
              {inCart ? <CheckCircle fontSize="small" /> : <AddShoppingCart fontSize="small" />}
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
    </Stack>
  );
});
