import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { visuallyHidden } from '@mui/utils';
import { type FoundScene, useMessages } from '@scenedock/ui-kit';
import type { View } from '../searchState';
import { ResultCard } from './ResultCard';
import { ResultLine } from './ResultLine';
import { ResultRow } from './ResultRow';
import type { RowHandlers, RowLook } from './rowHandlers';

type Props = RowLook & RowHandlers & { scenes: readonly FoundScene[]; name: string };

function rowProps(props: Props, scene: FoundScene) {
  return {
    scene,
    hovered: props.hovered === scene.dataid,
    pinned: props.pinned === scene.dataid,
    selected: props.selected.has(scene.dataid),
    inCart: props.inCart.has(scene.dataid),
    onHover: props.onHover,
    onOpen: props.onOpen,
    onLocate: props.onLocate,
    onAdd: props.onAdd,
    onSelect: props.onSelect,
  };
}

function List(props: Props) {
  return (
    <Box component="ul" aria-label={props.name} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {props.scenes.map((scene) => (
        <ResultRow key={scene.dataid} {...rowProps(props, scene)} />
      ))}
    </Box>
  );
}

function Cards(props: Props) {
  return (
    <Box
      component="ul"
      aria-label={props.name}
      sx={{
        m: 0,
        p: 1.25,
        gap: 1.25,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      }}
    >
      {props.scenes.map((scene) => (
        <ResultCard key={scene.dataid} {...rowProps(props, scene)} />
      ))}
    </Box>
  );
}

function Lines(props: Props) {
  const m = useMessages();
  const withCoverage = props.scenes.some((scene) => typeof scene.coverage === 'number');
  const head = { px: 0.5, py: 0.5, whiteSpace: 'nowrap' } as const;
  return (
    <Table aria-label={props.name}>
      <TableHead>
        <TableRow>
          <TableCell padding="none">
            <span style={visuallyHidden}>{m.find.selectPage}</span>
          </TableCell>
          <TableCell sx={head}>{m.scene.dataname}</TableCell>
          <TableCell sx={head}>{m.scene.scenedate}</TableCell>
          <TableCell sx={head} align="right">
            {withCoverage ? m.find.coverage : m.scene.cloud}
          </TableCell>
          <TableCell padding="none">
            <span style={visuallyHidden}>{m.common.operations}</span>
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {props.scenes.map((scene) => (
          <ResultLine key={scene.dataid} {...rowProps(props, scene)} withCoverage={withCoverage} />
        ))}
      </TableBody>
    </Table>
  );
}

const SHAPES = { list: List, cards: Cards, footprints: Lines } satisfies Record<View, unknown>;

/** Results in one of the three shapes. */
export function Rows({ view, ...props }: Props & { view: View }) {
  const Shape = SHAPES[view];
  return <Shape {...props} />;
}
