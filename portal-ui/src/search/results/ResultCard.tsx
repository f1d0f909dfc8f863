import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import { ink, useMessages } from '@scenedock/ui-kit';
import { memo } from 'react';
import { SceneThumb } from '../../scene/SceneThumb';
import { CartButton, LocateButton } from './RowButtons';
import type { RowProps } from './rowHandlers';
import { OfflineMark, SceneName, SceneSummary } from './SceneFacts';

const edge = ({ hovered, pinned }: Pick<RowProps, 'hovered' | 'pinned'>) =>
  hovered ? ink.pointed : pinned ? ink.action : ink.line;

/** One result as a picture with its name. */
export const ResultCard = memo(function ResultCard(props: RowProps) {
  const { scene } = props;
  const m = useMessages();
  const id = scene.dataid;
  return (
    <Box
      component="li"
      data-scene={id}
      onMouseEnter={() => props.onHover(id)}
      onMouseLeave={() => props.onHover(null)}
      onFocus={() => props.onHover(id)}
      onBlur={() => props.onHover(null)}
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.paper',
        boxShadow: `0 0 0 ${props.hovered || props.pinned ? 2 : 1}px ${edge(props)}`,
      }}
    >
      <ButtonBase
        data-row={id}
        onClick={() => props.onOpen(id)}
        sx={{ display: 'block', textAlign: 'left', flex: 1 }}
      >
        <Box
          component="span"
          sx={{ position: 'relative', display: 'block', aspectRatio: '4 / 3', bgcolor: ink.raised }}
        >
          <SceneThumb scene={scene} size="100%" corners={0} />
          {scene.exists ? null : <OfflineMark />}
        </Box>
        <Box component="span" sx={{ display: 'block', px: 1, pt: 0.75 }}>
          <SceneName name={scene.dataname} />
          <SceneSummary scene={scene} />
        </Box>
      </ButtonBase>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', px: 0.5, pb: 0.25 }}>
        <LocateButton scene={scene} onLocate={props.onLocate} />
        <CartButton scene={scene} inCart={props.inCart} onAdd={props.onAdd} />
      </Stack>
      <Checkbox
        checked={props.selected}
        onChange={() => props.onSelect(id)}
        slotProps={{ input: { 'aria-label': m.find.select(scene.dataname) } }}
        sx={{
          position: 'absolute',
          left: 4,
          top: 4,
          p: 0.25,
          borderRadius: 0.75,
          bgcolor: ink.glass,
          '&:hover': { bgcolor: ink.panel },
        }}
      />
    </Box>
  );
});
