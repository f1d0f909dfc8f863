import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
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
  formatBytes,
  formatSceneSize,
  formatSecond,
  instrumentName,
  type OrderScene,
  SceneStateChip,
  TextDialog,
  useMessages,
  useText,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { LargePicture, SceneThumbnail } from './SceneThumbnail';

interface SceneRowProps {
  scene: OrderScene;
  withState: boolean;
  chosen: boolean;
  onSelect: (on: boolean) => void;
  /** The map shows it. */
  located: boolean;
  onLocate: () => void;
  onPoint: (on: boolean) => void;
}

/** One ordered scene. */
export function SceneRow(props: SceneRowProps) {
  const { scene, withState, chosen, onSelect, onPoint } = props;
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <TableRow
      hover
      selected={chosen}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
      onFocus={() => onPoint(true)}
      onBlur={() => onPoint(false)}
      sx={{ '& td': { whiteSpace: 'nowrap' } }}
    >
      <TableCell padding="checkbox">
        <Checkbox
          checked={chosen}
          onChange={(_, on) => onSelect(on)}
          slotProps={{ input: { 'aria-label': m.detail.selectScene(scene.dataname) } }}
        />
      </TableCell>
      <TableCell>
        <SceneThumbnail scene={scene} onOpen={() => setOpen(true)} />
      </TableCell>
      <TableCell>{m.dataType[scene.datatype] ?? scene.datatype}</TableCell>
      <TableCell sx={{ minWidth: 200 }}>
        <Clamped text={scene.dataname} lines={1} maxWidth={300} />
        <CatalogueOnlyMark scene={scene} />
      </TableCell>
      <TableCell>{instrumentName(scene.satelite, scene.sensor) || '-'}</TableCell>
      <TableCell>{formatSecond(scene.scenedate)}</TableCell>
      <TableCell align="right">{formatSceneSize(scene.datasize, m.scene.sizeUnknown)}</TableCell>
      {withState && <TableCell align="right">{formatBytes(scene.bytesDone)}</TableCell>}
      {withState && (
        <TableCell>
          <SceneState scene={scene} />
          {scene.fileUrl && <SceneFile name={scene.dataname} url={scene.fileUrl} />}
        </TableCell>
      )}
      <TableCell align="right">
        <Operations {...props} onOpen={() => setOpen(true)} />
        {open && <LargePicture scene={scene} onClose={() => setOpen(false)} />}
      </TableCell>
    </TableRow>
  );
}

type OperationsProps = Pick<SceneRowProps, 'scene' | 'located' | 'onLocate'> & {
  onOpen: () => void;
};

/** Where it is and what it looks like. */
function Operations({ scene, located, onLocate, onOpen }: OperationsProps) {
  const { detail } = useMessages();
  const { detail: own } = useAdminMessages();
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
        <IconButton aria-label={own.scenePreview(scene.dataname)} onClick={onOpen}>
          <VisibilityOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}

function SceneFile({ name, url }: { name: string; url: string }) {
  const { detail } = useMessages();
  const label = detail.downloadScene(name);
  return (
    <Tooltip title={label}>
      <IconButton href={url} download aria-label={label} sx={{ ml: 0.5, my: -0.5 }}>
        <DownloadOutlined fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function SceneState({ scene }: { scene: OrderScene }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const [open, setOpen] = useState(false);
  const text = useText();
  if (scene.sstatus !== 2) {
    return <SceneStateChip state={scene.sstatus} />;
  }
  return (
    <>
      <SceneStateChip state={scene.sstatus} />
      <Button
        color="error"
        sx={{ ml: 0.5, py: 0 }}
        onClick={() => setOpen(true)}
        aria-label={detail.why(scene.dataname)}
      >
        {detail.reason}
      </Button>
      {open && (
        <TextDialog
          title={`${m.detail.failureTitle} · ${scene.dataname}`}
          text={text(scene.flogMessage, scene.flog ?? '') || detail.noReason}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
