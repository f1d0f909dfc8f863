import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import {
  CatalogueOnlyMark,
  Clamped,
  formatBytes,
  formatSceneSize,
  formatSecond,
  type OrderScene,
  SceneButtons,
  SceneDownload,
  SceneFailure,
  SceneStateChip,
  SelectSceneCell,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { STICKY } from '../../parts/stickyColumn';
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

/** How much of a scene is there; nothing of an unknown size says nothing. */
const extracted = ({ bytesDone, datasize }: OrderScene) =>
  formatBytes(bytesDone === 0 && datasize === 0 ? null : bytesDone);

/** One ordered scene. */
export function SceneRow(props: SceneRowProps) {
  const { scene, withState, chosen, onSelect, located, onLocate, onPoint } = props;
  const m = useMessages();
  const instruments = useInstrumentNames();
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
      <SelectSceneCell scene={scene} chosen={chosen} onSelect={onSelect} />
      <TableCell>
        <SceneThumbnail scene={scene} onOpen={() => setOpen(true)} />
      </TableCell>
      <TableCell>{m.dataType[scene.datatype] ?? scene.datatype}</TableCell>
      <TableCell sx={{ minWidth: 200 }}>
        <Clamped text={scene.dataname} lines={1} maxWidth={300} />
        <CatalogueOnlyMark scene={scene} />
      </TableCell>
      <TableCell>{instruments.instrument(scene.satelite, scene.sensor) || '-'}</TableCell>
      <TableCell>{formatSecond(scene.scenedate)}</TableCell>
      <TableCell align="right">{formatSceneSize(scene.datasize, m.scene.sizeUnknown)}</TableCell>
      {withState && <TableCell align="right">{extracted(scene)}</TableCell>}
      {withState && (
        <TableCell>
          <SceneState scene={scene} />
          <SceneDownload scene={scene} />
        </TableCell>
      )}
      <TableCell align="right" sx={STICKY}>
        <SceneButtons
          scene={scene}
          located={located}
          onLocate={onLocate}
          onPreview={() => setOpen(true)}
        />
        {open && <LargePicture scene={scene} onClose={() => setOpen(false)} />}
      </TableCell>
    </TableRow>
  );
}

function SceneState({ scene }: { scene: OrderScene }) {
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
        <SceneFailure scene={scene} unknown={detail.noReason} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
