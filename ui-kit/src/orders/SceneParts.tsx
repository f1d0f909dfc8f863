import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import Tooltip from '@mui/material/Tooltip';
import type { OrderScene, OrderStatus } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import { useText } from '../messages/useText';
import { TextDialog } from '../parts/TextDialog';
import { isSceneChosen, type SceneSelection } from './sceneSelection';

/** States of an order in which the state of a scene means something: while it is extracted and after. */
export const WITH_SCENE_STATE: readonly OrderStatus[] = [1, 3, 6];

type PageCellProps = {
  dids: readonly number[];
  selection: SceneSelection;
  onSelect: (on: boolean) => void;
};

/** Selects the whole page of scenes. */
export function SelectPageCell({ dids, selection, onSelect }: PageCellProps) {
  const m = useMessages();
  const chosen = dids.filter((did) => isSceneChosen(selection, did)).length;
  return (
    <TableCell padding="checkbox">
      <Checkbox
        checked={chosen > 0 && chosen === dids.length}
        indeterminate={chosen > 0 && chosen < dids.length}
        slotProps={{ input: { 'aria-label': m.detail.selectPage } }}
        onChange={(_, on) => onSelect(on)}
      />
    </TableCell>
  );
}

type SceneCellProps = { scene: OrderScene; chosen: boolean; onSelect: (on: boolean) => void };

/** Selects one scene. */
export function SelectSceneCell({ scene, chosen, onSelect }: SceneCellProps) {
  const m = useMessages();
  return (
    <TableCell padding="checkbox">
      <Checkbox
        checked={chosen}
        slotProps={{ input: { 'aria-label': m.detail.selectScene(scene.dataname) } }}
        onChange={(_, on) => onSelect(on)}
      />
    </TableCell>
  );
}

type ButtonsProps = {
  scene: OrderScene;
  /** The map shows it. */
  located: boolean;
  onLocate: () => void;
  onPreview: () => void;
};

/** Where a scene is and what it looks like. */
export function SceneButtons({ scene, located, onLocate, onPreview }: ButtonsProps) {
  const { detail } = useMessages();
  return (
    <>
      <Tooltip title={detail.locate}>
        <IconButton
          aria-label={`${detail.locate} ${scene.dataname}`}
          aria-pressed={located}
          color={located ? 'primary' : 'default'}
          onClick={onLocate}
        >
          <PlaceOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={detail.preview}>
        <IconButton aria-label={`${detail.preview} ${scene.dataname}`} onClick={onPreview}>
          <VisibilityOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}

/** The file of a scene that is extracted already. */
export function SceneDownload({ scene }: { scene: OrderScene }) {
  const { detail } = useMessages();
  if (!scene.fileUrl) return null;
  return (
    <Tooltip title={detail.download}>
      <IconButton
        href={scene.fileUrl}
        download
        color="secondary"
        aria-label={detail.downloadScene(scene.dataname)}
      >
        <FileDownloadOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

type FailureProps = {
  scene: OrderScene;
  /** Said where no reason was recorded. */
  unknown: string;
  onClose: () => void;
};

/** Why a scene could not be extracted. */
export function SceneFailure({ scene, unknown, onClose }: FailureProps) {
  const m = useMessages();
  const text = useText();
  return (
    <TextDialog
      title={`${m.detail.failureTitle} · ${scene.dataname}`}
      text={text(scene.flogMessage, scene.flog ?? '') || unknown}
      onClose={onClose}
    />
  );
}
