import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  CatalogueOnlyMark,
  Clamped,
  formatCloud,
  formatDate,
  formatSceneSize,
  type Scene,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { memo, useState } from 'react';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { SceneThumb } from '../scene/SceneThumb';
import { REMOVE } from './useFocusKept';

/** Phones show the size below the name. */
export const SIZE_COLUMN = {
  whiteSpace: 'nowrap',
  display: { xs: 'none', sm: 'table-cell' },
} as const;

export type RowDeeds = {
  onToggle: (ids: string[], on: boolean) => void;
  onOpen: (id: string) => void;
  onRemove: (id: string) => void;
  onRemoveName: (name: string) => void;
};

type Props = RowDeeds & {
  scene: Scene;
  on: boolean;
  /** Scenes of this name in the cart. */
  sameName: number;
};

function RemoveButton({ scene, sameName, onRemove, onRemoveName }: Props) {
  const m = useMessages();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (sameName < 2) {
    return (
      <IconButton
        {...{ [REMOVE]: '' }}
        aria-label={m.basket.remove(scene.dataname)}
        title={m.common.remove}
        onClick={() => onRemove(scene.dataid)}
      >
        <DeleteOutline fontSize="small" />
      </IconButton>
    );
  }
  const pick = (deed: () => void) => () => {
    setAnchor(null);
    deed();
  };
  return (
    <>
      <IconButton
        {...{ [REMOVE]: '' }}
        aria-label={m.basket.menu(scene.dataname)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={pick(() => onRemove(scene.dataid))}>{m.common.remove}</MenuItem>
        <MenuItem onClick={pick(() => onRemoveName(scene.dataname))}>
          {m.basket.sameName(sameName)}
        </MenuItem>
      </Menu>
    </>
  );
}

function Name({ scene, onOpen }: Pick<Props, 'scene' | 'onOpen'>) {
  const m = useMessages();
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <SceneThumb scene={scene} size={40} />
      <Box sx={{ minWidth: 0 }}>
        <Clamped
          text={scene.dataname}
          link={{ component: 'button', onClick: () => onOpen(scene.dataid) }}
        />
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ display: { xs: 'block', sm: 'none' } }}
        >
          {[formatDate(scene.scenedate), formatSceneSize(scene.datasize, m.scene.sizeUnknown)]
            .filter((part) => part !== '-')
            .join(' · ')}
        </Typography>
        <CatalogueOnlyMark scene={scene} />
      </Box>
    </Stack>
  );
}

/** Apart from its row, which is not drawn anew when the names come. */
function Instrument({ scene }: { scene: Scene }) {
  return useInstrumentNames().instrument(scene.satelite, scene.sensor) || '-';
}

/** One scene of the cart. */
export const CartRow = memo(function CartRow(props: Props) {
  const { scene, on, onToggle } = props;
  const m = useMessages();
  return (
    <TableRow hover>
      <TableCell padding="checkbox">
        <Checkbox
          checked={on}
          slotProps={{ input: { 'aria-label': m.basket.choose(scene.dataname) } }}
          onChange={(_, checked) => onToggle([scene.dataid], checked)}
        />
      </TableCell>
      <TableCell>
        <Name scene={scene} onOpen={props.onOpen} />
      </TableCell>
      <TableCell sx={WIDE_COLUMN}>{m.dataType[scene.datatype] ?? '-'}</TableCell>
      <TableCell sx={{ ...WIDE_COLUMN, whiteSpace: 'normal', minWidth: 120 }}>
        <Instrument scene={scene} />
      </TableCell>
      <TableCell sx={WIDE_COLUMN}>{formatDate(scene.scenedate)}</TableCell>
      <TableCell align="right" sx={WIDE_COLUMN}>
        {formatCloud(scene.cloud)}
      </TableCell>
      <TableCell align="right" sx={SIZE_COLUMN}>
        {formatSceneSize(scene.datasize, m.scene.sizeUnknown)}
      </TableCell>
      <TableCell align="right">
        <RemoveButton {...props} />
      </TableCell>
    </TableRow>
  );
});
