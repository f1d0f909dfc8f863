import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  formatCloud,
  formatDate,
  formatSceneSize,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { SceneThumb } from '../scene/SceneThumb';

type Props = {
  scenes: Scene[];
  /** Ids that are not chosen. */
  left: ReadonlySet<string>;
  onToggle: (ids: string[], on: boolean) => void;
  onOpen: (id: string) => void;
  onRemove: (id: string) => void;
};

/** Phones show the size below the name. */
const SIZE_COLUMN = {
  whiteSpace: 'nowrap',
  display: { xs: 'none', sm: 'table-cell' },
} as const;

function Row({
  scene,
  left,
  onToggle,
  onOpen,
  onRemove,
}: Omit<Props, 'scenes'> & { scene: Scene }) {
  const m = useMessages();
  const on = !left.has(scene.dataid);
  return (
    <TableRow hover selected={false}>
      <TableCell padding="checkbox">
        <Checkbox
          checked={on}
          slotProps={{ input: { 'aria-label': scene.dataname } }}
          onChange={(_, checked) => onToggle([scene.dataid], checked)}
        />
      </TableCell>
      <TableCell>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <SceneThumb scene={scene} size={40} />
          <Box sx={{ minWidth: 0 }}>
            <Link
              component="button"
              onClick={() => onOpen(scene.dataid)}
              sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}
            >
              {scene.dataname}
            </Link>
            <Typography
              variant="caption"
              color="textSecondary"
              sx={{ display: { xs: 'block', sm: 'none' } }}
            >
              {[formatDate(scene.scenedate), formatSceneSize(scene.datasize)].join(' · ')}
            </Typography>
          </Box>
        </Stack>
      </TableCell>
      <TableCell sx={WIDE_COLUMN}>{m.dataType[scene.datatype] ?? '-'}</TableCell>
      <TableCell sx={WIDE_COLUMN}>
        {[scene.satelite, scene.sensor].filter(Boolean).join(' / ') || '-'}
      </TableCell>
      <TableCell sx={WIDE_COLUMN}>{formatDate(scene.scenedate)}</TableCell>
      <TableCell align="right" sx={WIDE_COLUMN}>
        {formatCloud(scene.cloud)}
      </TableCell>
      <TableCell align="right" sx={SIZE_COLUMN}>
        {formatSceneSize(scene.datasize)}
      </TableCell>
      <TableCell align="right">
        <IconButton
          aria-label={`${m.common.remove} ${scene.dataname}`}
          onClick={() => onRemove(scene.dataid)}
        >
          <DeleteOutline fontSize="small" />
        </IconButton>
      </TableCell>
    </TableRow>
  );
}

export function CartTable(props: Props) {
  const m = useMessages();
  const ids = props.scenes.map((scene) => scene.dataid);
  const on = ids.filter((id) => !props.left.has(id)).length;
  return (
    <TableContainer>
      <Table aria-label={m.cart.title} sx={{ '& td, & th': { px: { xs: 1, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Checkbox
                checked={on === ids.length}
                indeterminate={on > 0 && on < ids.length}
                slotProps={{ input: { 'aria-label': m.common.selectAll } }}
                onChange={(_, checked) => props.onToggle(ids, checked)}
              />
            </TableCell>
            <TableCell>{m.scene.dataname}</TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.scene.datatype}</TableCell>
            <TableCell sx={WIDE_COLUMN}>
              {m.scene.satelite} / {m.scene.sensor}
            </TableCell>
            <TableCell sx={WIDE_COLUMN}>{m.scene.scenedate}</TableCell>
            <TableCell align="right" sx={WIDE_COLUMN}>
              {m.scene.cloud}
            </TableCell>
            <TableCell align="right" sx={SIZE_COLUMN}>
              {m.scene.datasize}
            </TableCell>
            <TableCell align="right">{m.common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {props.scenes.map((scene) => (
            <Row key={scene.dataid} {...props} scene={scene} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
