import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import {
  CatalogueOnlyMark,
  Clamped,
  formatSceneSize,
  type OrderScene,
  SCENE_ROW_PX,
  SceneButtons,
  SceneDownload,
  SceneStateChip,
  SelectSceneCell,
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

/** One ordered scene. */
export function SceneRow(props: Props) {
  const m = useMessages();
  const { scene, chosen, located, withState, narrow, onChoose, onOpen, onLocate } = props;
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
      <SelectSceneCell scene={scene} chosen={chosen} onSelect={(on) => onChoose(scene.did, on)} />
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
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <SceneDownload scene={scene} />
        <SceneButtons
          scene={scene}
          located={located}
          onLocate={() => onLocate(scene)}
          onPreview={() => onOpen(scene)}
        />
      </TableCell>
    </TableRow>
  );
}
