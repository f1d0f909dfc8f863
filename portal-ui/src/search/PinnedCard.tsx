import Clear from '@mui/icons-material/Clear';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { type FoundScene, useMessages } from '@scenedock/ui-kit';
import { Rows } from './results/Rows';
import { PINNED, type RowHandlers, type RowLook } from './results/rowHandlers';

type Props = RowLook & RowHandlers & { scene: FoundScene; onClose: () => void };

/** The scene that was chosen on the map, where the list is not beside it. */
export default function PinnedCard({ scene, onClose, ...row }: Props) {
  const m = useMessages();
  return (
    <Paper
      elevation={4}
      component="section"
      aria-label={m.find.pinned}
      sx={{
        position: 'absolute',
        left: 8,
        right: 8,
        bottom: 8,
        overflow: 'hidden',
        zIndex: 2,
        pr: 4,
        // As the row is.
        bgcolor: PINNED,
      }}
    >
      <Rows view="list" scenes={[scene]} name={m.find.pinned} {...row} />
      <Box sx={{ position: 'absolute', right: 2, top: 2 }}>
        <IconButton aria-label={m.find.unpin} onClick={onClose} sx={{ p: 0.5 }}>
          <Clear fontSize="small" />
        </IconButton>
      </Box>
    </Paper>
  );
}
