import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import {
  formatCloud,
  formatDate,
  ink,
  type Messages,
  type SimilarScene,
  useMessages,
} from '@scenedock/ui-kit';
import { useId } from 'react';
import { EndedName } from './EndedName';
import { SceneThumb } from './SceneThumb';
import { useSimilar } from './useScene';

/** In what a scene is like the one that is open; the sensor says more than the satellite. */
function likeness({ why }: Pick<SimilarScene, 'why'>, m: Messages): string {
  const parts = [
    ...(why.overlap > 0 ? [m.view.overlap(Math.round(why.overlap))] : []),
    ...(why.days === null ? [] : [m.view.days(why.days)]),
    ...(why.sameSensor ? [m.view.sameSensor] : why.sameSatellite ? [m.view.sameSatellite] : []),
  ];
  return parts.join(' · ');
}

function Card({ scene, onOpen }: { scene: SimilarScene; onOpen: (id: string) => void }) {
  const m = useMessages();
  const cloud = formatCloud(scene.cloud);
  return (
    <ButtonBase
      aria-label={[m.view.openSimilar(scene.dataname), likeness(scene, m)].join(' ')}
      onClick={() => onOpen(scene.dataid)}
      sx={{
        width: 148,
        flex: 'none',
        display: 'block',
        textAlign: 'left',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        overflow: 'hidden',
        '&:hover': { borderColor: 'primary.light', bgcolor: ink.raised },
      }}
    >
      <SceneThumb scene={scene} size="100%" height={84} />
      <Box sx={{ p: 0.75 }}>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
          {formatDate(scene.scenedate)}
          {cloud === '-' ? null : (
            <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
              ☁ {cloud}
            </Typography>
          )}
        </Typography>
        <Typography variant="caption" component="div" color="textSecondary">
          <EndedName name={scene.dataname} />
        </Typography>
        <Typography variant="caption" component="div" sx={{ lineHeight: 1.35, minHeight: '2.7em' }}>
          {likeness(scene, m)}
        </Typography>
      </Box>
    </ButtonBase>
  );
}

type Props = { dataId: string; onOpen: (id: string) => void };

/** Scenes like this one, side by side; nothing at all when there are none or they cannot be had. */
export function SimilarScenes({ dataId, onOpen }: Props) {
  const m = useMessages();
  const id = useId();
  const scenes = useSimilar(dataId);
  if (scenes.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 2 }}>
      <Typography id={id} variant="h3" component="h3" sx={{ mb: 1 }}>
        {m.view.similar}
      </Typography>
      <Box
        component="ul"
        sx={{ display: 'flex', gap: 1, overflowX: 'auto', m: 0, p: '2px', listStyle: 'none' }}
      >
        {scenes.map((scene) => (
          <li key={scene.dataid}>
            <Card scene={scene} onOpen={onOpen} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
