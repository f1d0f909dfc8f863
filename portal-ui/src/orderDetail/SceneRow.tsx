import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import {
  CatalogueOnlyMark,
  Clamped,
  formatSceneSize,
  type OrderScene,
  SCENE_ROW_PX,
  SceneStateChip,
  useMessages,
  useText,
} from '@scenedock/ui-kit';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { SceneThumb } from '../scene/SceneThumb';

export type SceneActions = {
  onChoose: (did: number, on: boolean) => void;
  onOpen: (scene: OrderScene) => void;
  onLocate: (scene: OrderScene) => void;
  onFailure: (scene: OrderScene) => void;
};

type Props = SceneActions & {
  scene: OrderScene;
  chosen: boolean;
  located: boolean;
  withState: boolean;
  /** On phones the state stands below the name. */
  narrow: boolean;
};

function State({ scene, narrow, onFailure }: Pick<Props, 'scene' | 'narrow' | 'onFailure'>) {
  const m = useMessages();
  const text = useText();
  const why = text(scene.flogMessage, scene.flog ?? '');
  const chip = <SceneStateChip state={scene.sstatus} />;
  if (scene.sstatus !== 2) return chip;
  return (
    <Button
      color="error"
      aria-label={`${m.scene.failure} ${scene.dataname}`}
      onClick={() => onFailure(scene)}
      sx={{
        p: 0.25,
        ml: -0.25,
        minWidth: 0,
        gap: 0.75,
        maxWidth: 300,
        '& .MuiChip-root': { cursor: 'pointer' },
      }}
    >
      {chip}
      {narrow ? null : <span className="reason">{why || m.scene.failure}</span>}
    </Button>
  );
}

function Operations({
  scene,
  located,
  onOpen,
  onLocate,
}: Pick<Props, 'scene' | 'located' | 'onOpen' | 'onLocate'>) {
  const m = useMessages();
  const { dataname } = scene;
  return (
    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
      {scene.fileUrl ? (
        <Tooltip title={m.detail.download}>
          <IconButton
            component="a"
            href={scene.fileUrl}
            download
            color="secondary"
            aria-label={m.detail.downloadScene(dataname)}
          >
            <FileDownloadOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
      <Tooltip title={m.detail.locate}>
        <IconButton
          aria-label={`${m.detail.locate} ${dataname}`}
          aria-pressed={located}
          color={located ? 'primary' : 'default'}
          onClick={() => onLocate(scene)}
        >
          <PlaceOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={m.detail.preview}>
        <IconButton aria-label={`${m.detail.preview} ${dataname}`} onClick={() => onOpen(scene)}>
          <VisibilityOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </TableCell>
  );
}

/** One ordered scene. */
export function SceneRow(props: Props) {
  const m = useMessages();
  const { scene, chosen, located, withState, narrow, onChoose } = props;
  return (
    <TableRow
      hover
      selected={located}
      sx={{
        height: SCENE_ROW_PX,
        '& > td': { py: 0.25 },
        '& .reason': {
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
        ...(narrow ? { '& > td': { px: 0.5, py: 0.5 }, '& .MuiIconButton-root': { p: 0.5 } } : {}),
      }}
    >
      <TableCell padding="checkbox">
        <Checkbox
          checked={chosen}
          slotProps={{ input: { 'aria-label': m.detail.selectScene(scene.dataname) } }}
          onChange={(_, on) => onChoose(scene.did, on)}
        />
      </TableCell>
      {narrow ? null : (
        <TableCell>
          <SceneThumb scene={scene} size={34} />
        </TableCell>
      )}
      <TableCell sx={WIDE_COLUMN}>{m.dataType[scene.datatype] ?? '-'}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <div>
          <Clamped text={scene.dataname} />
          <CatalogueOnlyMark scene={scene} />
        </div>
        {withState && narrow ? <State {...props} /> : null}
      </TableCell>
      <TableCell align="right" sx={WIDE_COLUMN}>
        {formatSceneSize(scene.datasize, m.scene.sizeUnknown)}
      </TableCell>
      {withState && !narrow ? (
        <TableCell>
          <State {...props} />
        </TableCell>
      ) : null}
      <Operations {...props} />
    </TableRow>
  );
}
