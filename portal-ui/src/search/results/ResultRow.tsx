import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import { useMessages } from '@scenedock/ui-kit';
import { memo } from 'react';
import { SceneThumb } from '../../scene/SceneThumb';
import { CartButton, LocateButton } from './RowButtons';
import { ROW_HEIGHT, type RowProps, rowTint } from './rowHandlers';
import { OfflineMark, SceneName, SceneSummary } from './SceneFacts';

/** One result; pointing at it lights its footprint, and the other way round. */
export const ResultRow = memo(function ResultRow(props: RowProps) {
  const { scene, hovered, pinned } = props;
  const m = useMessages();
  const id = scene.dataid;
  return (
    <Stack
      component="li"
      direction="row"
      data-scene={id}
      onMouseEnter={() => props.onHover(id)}
      onMouseLeave={() => props.onHover(null)}
      onFocus={() => props.onHover(id)}
      onBlur={() => props.onHover(null)}
      sx={{
        alignItems: 'center',
        minHeight: ROW_HEIGHT,
        borderBottom: 1,
        borderColor: 'divider',
        ...rowTint(id, { hovered: hovered ? id : null, pinned: pinned ? id : null }),
        pl: 0.75,
        pr: 0.5,
      }}
    >
      <Checkbox
        checked={props.selected}
        onChange={() => props.onSelect(id)}
        slotProps={{ input: { 'aria-label': m.find.select(scene.dataname) } }}
        sx={{ p: 0.5 }}
      />
      <ButtonBase
        data-row={id}
        onClick={() => props.onOpen(id)}
        sx={{
          flex: 1,
          minWidth: 0,
          gap: 1,
          px: 0.5,
          py: 1,
          justifyContent: 'flex-start',
          textAlign: 'left',
        }}
      >
        <Box
          component="span"
          sx={{ position: 'relative', flex: 'none', borderRadius: 1, overflow: 'hidden' }}
        >
          <SceneThumb scene={scene} />
          {scene.exists ? null : <OfflineMark />}
        </Box>
        <Box component="span" sx={{ minWidth: 0, flex: 1 }}>
          <SceneName name={scene.dataname} />
          <SceneSummary scene={scene} />
        </Box>
      </ButtonBase>
      <Stack>
        <LocateButton scene={scene} onLocate={props.onLocate} />
        <CartButton scene={scene} inCart={props.inCart} onAdd={props.onAdd} />
      </Stack>
    </Stack>
  );
});
