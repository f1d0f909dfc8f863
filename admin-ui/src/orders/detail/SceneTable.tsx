import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  chooseScenes,
  isSceneChosen,
  type OrderScene,
  type SceneSelection,
  SelectPageCell,
  useMessages,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { STICKY_HEAD } from '../../parts/stickyColumn';
import { SceneRow } from './SceneRow';

interface SceneTableProps {
  scenes: OrderScene[];
  title: string;
  /** The state columns stand only on approved and prepared orders. */
  withState: boolean;
  selection: SceneSelection;
  onSelect: (selection: SceneSelection) => void;
  /** The scene that the map shows. */
  located: number | null;
  onLocate: (scene: OrderScene) => void;
  /** The pointer or the focus is on a row, or on none. */
  onPoint: (scene: OrderScene | null) => void;
}

/** Scenes with picture, type, name and, while it matters, how far each is. */
export function SceneTable(props: SceneTableProps) {
  const { scenes, title, withState, selection, onSelect, located, onLocate, onPoint } = props;
  const page = scenes.map(({ did }) => did);
  const select = (changed: number[], on: boolean) =>
    onSelect(chooseScenes(selection, page, changed, on));
  return (
    <TableContainer tabIndex={0} role="group" aria-label={title}>
      <Table aria-label={title} sx={{ minWidth: withState ? 1020 : 840, '& td, & th': CELL }}>
        <Head
          withState={withState}
          dids={page}
          selection={selection}
          onSelect={(on) => select(page, on)}
        />
        <TableBody>
          {scenes.map((scene) => (
            <SceneRow
              key={scene.did}
              scene={scene}
              withState={withState}
              chosen={isSceneChosen(selection, scene.did)}
              onSelect={(on) => select([scene.did], on)}
              located={located === scene.did}
              onLocate={() => onLocate(scene)}
              onPoint={(on) => onPoint(on ? scene : null)}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** Rows of 42 pixels, which the page size counts on. */
const CELL = { py: 0.25, height: 42, boxSizing: 'border-box' } as const;

interface HeadProps {
  withState: boolean;
  dids: readonly number[];
  selection: SceneSelection;
  onSelect: (on: boolean) => void;
}

function Head({ withState, ...page }: HeadProps) {
  const { scene, common, detail: d } = useMessages();
  const { detail } = useAdminMessages();
  return (
    <TableHead>
      <TableRow sx={{ '& th': { whiteSpace: 'nowrap' } }}>
        <SelectPageCell {...page} />
        <TableCell sx={{ width: 64 }}>{d.thumbnail}</TableCell>
        <TableCell>{scene.datatype}</TableCell>
        <TableCell>{scene.dataname}</TableCell>
        <TableCell>
          {scene.satelite} / {scene.sensor}
        </TableCell>
        <TableCell>{scene.scenedate}</TableCell>
        <TableCell align="right">{scene.datasize}</TableCell>
        {withState && <TableCell align="right">{detail.extracted}</TableCell>}
        {withState && <TableCell>{scene.state}</TableCell>}
        <TableCell align="right" sx={STICKY_HEAD}>
          {common.operations}
        </TableCell>
      </TableRow>
    </TableHead>
  );
}
