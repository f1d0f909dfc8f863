import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  isSceneChosen,
  type OrderScene,
  type SceneSelection,
  SelectPageCell,
  useMessages,
} from '@scenedock/ui-kit';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { type SceneActions, SceneRow } from './SceneRow';

type Props = Omit<SceneActions, 'onChoose'> & {
  scenes: OrderScene[];
  selection: SceneSelection;
  located: string | null;
  withState: boolean;
  onChoose: (dids: number[], on: boolean) => void;
};

/** One page of the ordered scenes. */
export function SceneTable({ scenes, selection, located, withState, onChoose, ...rest }: Props) {
  const m = useMessages();
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const dids = scenes.map((scene) => scene.did);
  return (
    <TableContainer>
      <Table aria-label={m.detail.scenes}>
        <TableHead sx={{ '& th': { whiteSpace: 'nowrap' } }}>
          <TableRow>
            <SelectPageCell
              dids={dids}
              selection={selection}
              onSelect={(on) => onChoose(dids, on)}
            />
            {narrow ? null : <TableCell>{m.detail.thumbnail}</TableCell>}
            <TableCell sx={WIDE_COLUMN}>{m.scene.datatype}</TableCell>
            <TableCell>{m.scene.dataname}</TableCell>
            <TableCell align="right" sx={WIDE_COLUMN}>
              {m.scene.datasize}
            </TableCell>
            {withState && !narrow ? <TableCell>{m.scene.state}</TableCell> : null}
            <TableCell align="right">{m.common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {scenes.map((scene) => (
            <SceneRow
              key={scene.did}
              {...rest}
              scene={scene}
              chosen={isSceneChosen(selection, scene.did)}
              located={located === scene.dataid}
              withState={withState}
              narrow={narrow}
              onChoose={(did, checked) => onChoose([did], checked)}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
