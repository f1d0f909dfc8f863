import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import Typography from '@mui/material/Typography';
import { Clamped, type FoundScene, formatDate, useInstrumentNames } from '@scenedock/ui-kit';
import { useToolMessages } from '../messages/useToolMessages';

type Props = {
  scene: FoundScene;
  checked: boolean;
  onToggle: () => void;
  onOpen: () => void;
};

/** One of what was found at a place: ticked it is outlined on the map, clicked it opens. */
export function PointRow({ scene, checked, onToggle, onOpen }: Props) {
  const m = useToolMessages();
  const instruments = useInstrumentNames();
  const facts = [instruments.instrument(scene.satelite, scene.sensor), formatDate(scene.scenedate)];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', px: 0.5 }}>
      <Checkbox
        checked={checked}
        onChange={onToggle}
        slotProps={{ input: { 'aria-label': m.pointQuery.check(scene.dataname) } }}
      />
      <ButtonBase
        aria-label={m.pointQuery.open(scene.dataname)}
        onClick={onOpen}
        sx={{
          display: 'block',
          flex: 1,
          minWidth: 0,
          px: 0.5,
          py: 0.25,
          borderRadius: 1,
          textAlign: 'left',
          '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
        }}
      >
        <Typography variant="body2" component="span" color="primary">
          <Clamped text={scene.dataname} lines={1} inert />
        </Typography>
        <Typography variant="caption" noWrap color="textSecondary" component="p">
          {facts.filter((fact) => fact && fact !== '-').join(' · ')}
        </Typography>
      </ButtonBase>
    </Box>
  );
}
