import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { formatCloud, formatDate, textSize, useMessages } from '@scenedock/ui-kit';
import { memo } from 'react';
import { EndedName } from '../../scene/EndedName';
import { CartButton } from './RowButtons';
import { type RowProps, rowTint } from './rowHandlers';
import { percentText } from './SceneFacts';

type Props = RowProps & {
  withCoverage: boolean;
};

/** One result as a line of the table beside all footprints. */
export const ResultLine = memo(function ResultLine(props: Props) {
  const { scene, hovered, pinned } = props;
  const m = useMessages();
  const id = scene.dataid;
  return (
    <TableRow
      data-scene={id}
      onMouseEnter={() => props.onHover(id)}
      onMouseLeave={() => props.onHover(null)}
      onFocus={() => props.onHover(id)}
      onBlur={() => props.onHover(null)}
      sx={rowTint(id, { hovered: hovered ? id : null, pinned: pinned ? id : null })}
    >
      <TableCell padding="none" sx={{ width: 34, pl: 0.75 }}>
        <Checkbox
          checked={props.selected}
          onChange={() => props.onSelect(id)}
          slotProps={{ input: { 'aria-label': m.find.select(scene.dataname) } }}
          sx={{ p: 0.5 }}
        />
      </TableCell>
      <TableCell sx={{ maxWidth: 0, width: '99%', px: 0.5, py: 0.25 }}>
        <Link
          component="button"
          type="button"
          underline="hover"
          data-row={id}
          aria-label={scene.dataname}
          onClick={() => props.onOpen(id)}
          sx={{
            display: 'block',
            width: '100%',
            textAlign: 'left',
            fontSize: textSize.body,
            py: 0.5,
          }}
        >
          <EndedName name={scene.dataname} />
        </Link>
      </TableCell>
      <TableCell sx={{ px: 0.5, py: 0.25, whiteSpace: 'nowrap', fontSize: textSize.note }}>
        {formatDate(scene.scenedate)}
      </TableCell>
      <TableCell align="right" sx={{ px: 0.5, py: 0.25, fontSize: textSize.note }}>
        {props.withCoverage
          ? typeof scene.coverage === 'number'
            ? percentText(scene.coverage)
            : '-'
          : formatCloud(scene.cloud)}
      </TableCell>
      <TableCell padding="none" sx={{ pr: 0.5 }}>
        <CartButton scene={scene} inCart={props.inCart} onAdd={props.onAdd} />
      </TableCell>
    </TableRow>
  );
});
