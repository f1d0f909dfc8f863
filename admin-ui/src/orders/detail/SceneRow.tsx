import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import {
  CatalogueOnlyMark,
  formatBytes,
  formatSceneSize,
  formatSecond,
  instrumentName,
  type OrderScene,
  SceneStateChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { TextDialog } from '../dialogs/TextDialog';
import { SceneThumbnail } from './SceneThumbnail';

interface SceneRowProps {
  scene: OrderScene;
  withState: boolean;
  chosen: boolean;
  onSelect: (on: boolean) => void;
}

/** One ordered scene. */
export function SceneRow({ scene, withState, chosen, onSelect }: SceneRowProps) {
  const m = useMessages();
  return (
    <TableRow hover selected={chosen} sx={{ '& td': { whiteSpace: 'nowrap' } }}>
      <TableCell padding="checkbox">
        <Checkbox
          checked={chosen}
          onChange={(_, on) => onSelect(on)}
          slotProps={{ input: { 'aria-label': m.detail.selectScene(scene.dataname) } }}
        />
      </TableCell>
      <TableCell>
        <SceneThumbnail scene={scene} />
      </TableCell>
      <TableCell>{m.dataType[scene.datatype] ?? scene.datatype}</TableCell>
      <TableCell title={scene.dataname} sx={NAME}>
        {scene.dataname}
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
    </TableRow>
  );
}

const NAME = { maxWidth: 300, overflow: 'hidden', textOverflow: 'ellipsis' } as const;

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
          title={m.detail.failureTitle}
          text={scene.flog || detail.noReason}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
