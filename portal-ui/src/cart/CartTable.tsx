import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { type Scene, useMessages } from '@scenedock/ui-kit';
import { WIDE_COLUMN } from '../parts/wideColumn';
import { CartRow, type RowDeeds, SIZE_COLUMN } from './CartRow';
import type { CartColumn, CartView } from './cartView';
import { useFocusKept } from './useFocusKept';

type Props = RowDeeds & {
  scenes: readonly Scene[];
  /** Ids that are not chosen. */
  left: ReadonlySet<string>;
  names: ReadonlyMap<string, number>;
  sort: CartView['sort'];
  onSort: (by: CartColumn) => void;
};

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { by: CartColumn; label: string };

function SortLabel({ by, label, sort, onSort }: HeadProps) {
  const active = sort?.by === by;
  return (
    <TableSortLabel
      active={active}
      direction={active && sort.down ? 'desc' : 'asc'}
      onClick={() => onSort(by)}
    >
      {label}
    </TableSortLabel>
  );
}

function Head(props: Props) {
  const m = useMessages();
  const { sort, onSort } = props;
  const ids = props.scenes.map((scene) => scene.dataid);
  const on = ids.filter((id) => !props.left.has(id)).length;
  const order = (by: CartColumn) => {
    if (sort?.by !== by) return { sortDirection: false } as const;
    return { sortDirection: sort.down ? 'desc' : 'asc' } as const;
  };
  return (
    <TableHead>
      <TableRow>
        <TableCell padding="checkbox">
          <Checkbox
            checked={on === ids.length}
            indeterminate={on > 0 && on < ids.length}
            slotProps={{ input: { 'aria-label': m.basket.page } }}
            onChange={(_, checked) => props.onToggle(ids, checked)}
          />
        </TableCell>
        <TableCell {...order('dataname')}>
          <SortLabel by="dataname" label={m.scene.dataname} sort={sort} onSort={onSort} />
        </TableCell>
        <TableCell sx={WIDE_COLUMN}>{m.scene.datatype}</TableCell>
        <TableCell sx={WIDE_COLUMN}>
          {m.scene.satelite} / {m.scene.sensor}
        </TableCell>
        <TableCell sx={WIDE_COLUMN} {...order('scenedate')}>
          <SortLabel by="scenedate" label={m.scene.scenedate} sort={sort} onSort={onSort} />
        </TableCell>
        <TableCell align="right" sx={WIDE_COLUMN} {...order('cloud')}>
          <SortLabel by="cloud" label={m.scene.cloud} sort={sort} onSort={onSort} />
        </TableCell>
        <TableCell align="right" sx={SIZE_COLUMN} {...order('datasize')}>
          <SortLabel by="datasize" label={m.scene.datasize} sort={sort} onSort={onSort} />
        </TableCell>
        <TableCell align="right">{m.common.operations}</TableCell>
      </TableRow>
    </TableHead>
  );
}

/** One page of the cart. */
export function CartTable(props: Props) {
  const m = useMessages();
  const { onToggle, onOpen, onRemove, onRemoveName } = props;
  const focusHandlers = useFocusKept(props.scenes);
  return (
    <TableContainer>
      <Table
        aria-label={m.cart.title}
        sx={{ '& td, & th': { px: { xs: 0.75, sm: 2 } }, '& td': { py: 0.75 } }}
      >
        <Head {...props} />
        <TableBody {...focusHandlers}>
          {props.scenes.map((scene) => (
            <CartRow
              key={scene.dataid}
              scene={scene}
              on={!props.left.has(scene.dataid)}
              sameName={props.names.get(scene.dataname) ?? 1}
              onToggle={onToggle}
              onOpen={onOpen}
              onRemove={onRemove}
              onRemoveName={onRemoveName}
            />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
