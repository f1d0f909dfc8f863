import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import {
  catalogue,
  ink,
  type RecommendedScene,
  useInstrumentNames,
  useMessages,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EndedName } from '../scene/EndedName';
import { SceneThumb } from '../scene/SceneThumb';
import { useSession } from '../session/session';

const KEY = 'scenedock.recommendedFolded';

function Item({ scene, onOpen }: { scene: RecommendedScene; onOpen: (id: string) => void }) {
  const m = useMessages();
  const { satellite } = useInstrumentNames();
  const { source, place, satellites } = scene.because;
  const because = m.find.because(source, place, satellites.map(satellite));
  return (
    <Box component="li" sx={{ flex: 'none', width: 216 }}>
      <ButtonBase
        aria-label={`${scene.dataname} ${because}`}
        onClick={() => onOpen(scene.dataid)}
        sx={{
          width: '100%',
          height: '100%',
          p: 0.75,
          gap: 1,
          textAlign: 'left',
          alignItems: 'flex-start',
          justifyContent: 'flex-start',
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <SceneThumb scene={scene} size={48} />
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="span" sx={{ fontWeight: 600, display: 'block' }}>
            <EndedName name={scene.dataname} />
          </Typography>
          <Typography
            variant="caption"
            color="textSecondary"
            component="span"
            title={because}
            sx={{
              display: '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              lineHeight: 1.35,
            }}
          >
            {because}
          </Typography>
        </Box>
      </ButtonBase>
    </Box>
  );
}

/** What a signed-in person may want to see, before anything is searched for; without anything to say it is not there. */
export default function Recommended({ onOpen }: { onOpen: (id: string) => void }) {
  const m = useMessages();
  const { me } = useSession();
  const [folded, setFolded] = useState(() => localStorage.getItem(KEY) === '1');
  const { data } = useQuery({
    queryKey: ['recommend', me?.id],
    queryFn: ({ signal }) => catalogue.recommend({ signal }),
    enabled: me !== null,
    retry: false,
    staleTime: 300_000,
  });
  if (!data || data.items.length === 0) return null;
  const fold = () => {
    localStorage.setItem(KEY, folded ? '0' : '1');
    setFolded(!folded);
  };
  return (
    <Box
      component="section"
      aria-label={m.find.recommended}
      sx={{ borderTop: 1, borderColor: 'divider', bgcolor: ink.page, flex: 'none' }}
    >
      <Button
        fullWidth
        aria-expanded={!folded}
        endIcon={folded ? <ExpandLess /> : <ExpandMore />}
        onClick={fold}
        sx={{ justifyContent: 'space-between', px: 1.25 }}
      >
        {m.find.recommended}
      </Button>
      {folded ? null : (
        <Box
          component="ul"
          sx={{ m: 0, px: 1, pb: 1, gap: 1, display: 'flex', overflowX: 'auto', listStyle: 'none' }}
        >
          {data.items.map((scene) => (
            <Item key={scene.dataid} scene={scene} onOpen={onOpen} />
          ))}
        </Box>
      )}
    </Box>
  );
}
