import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  formatBytes,
  formatSceneSize,
  formatTime,
  type OrderScene,
  SceneStateChip,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { TextDialog } from '../dialogs/TextDialog';
import { SceneThumbnail } from './SceneThumbnail';

interface SceneTableProps {
  scenes: OrderScene[];
  title: string;
  /** The state columns stand only on approved and prepared orders. */
  withState: boolean;
}

/** Scenes with picture, type, name and, while it matters, how far each is. */
export function SceneTable({ scenes, title, withState }: SceneTableProps) {
  const { scene } = useMessages();
  const { detail } = useAdminMessages();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={title} sx={{ maxHeight: 560 }}>
      <Table stickyHeader aria-label={title} sx={{ minWidth: 820 }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: 72 }}>{scene.preview}</TableCell>
            <TableCell>{scene.datatype}</TableCell>
            <TableCell>{scene.dataname}</TableCell>
            <TableCell>
              {scene.satelite} / {scene.sensor}
            </TableCell>
            <TableCell>{scene.scenedate}</TableCell>
            <TableCell align="right">{scene.datasize}</TableCell>
            {withState && <TableCell align="right">{detail.extracted}</TableCell>}
            {withState && <TableCell>{scene.state}</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {scenes.map((one) => (
            <SceneRow key={one.did} scene={one} withState={withState} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function SceneRow({ scene, withState }: { scene: OrderScene; withState: boolean }) {
  const m = useMessages();
  return (
    <TableRow hover>
      <TableCell sx={{ py: 0.5 }}>
        <SceneThumbnail scene={scene} />
      </TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        {m.dataType[scene.datatype] ?? scene.datatype}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{scene.dataname}</TableCell>
      <TableCell>{[scene.satelite, scene.sensor].filter(Boolean).join(' / ') || '-'}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatTime(scene.scenedate)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formatSceneSize(scene.datasize)}
      </TableCell>
      {withState && (
        <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
          {formatBytes(scene.bytesDone)}
        </TableCell>
      )}
      {withState && (
        <TableCell sx={{ whiteSpace: 'nowrap' }}>
          <SceneState scene={scene} />
        </TableCell>
      )}
    </TableRow>
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
        sx={{ ml: 0.5 }}
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
