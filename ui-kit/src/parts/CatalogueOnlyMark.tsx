import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useMessages } from '../messages/LocaleProvider';
import { ink } from '../tokens';

/** Beside the name of a scene that only the catalogue knows (仅目录); nothing for any other. */
export function CatalogueOnlyMark({ scene }: { scene: { exists: boolean } }) {
  const m = useMessages();
  if (scene.exists) return null;
  return (
    <Tooltip title={m.scene.offlineHint}>
      <Typography
        variant="caption"
        component="span"
        sx={{
          px: 0.5,
          border: 1,
          borderRadius: 0.5,
          whiteSpace: 'nowrap',
          // Also readable on the grey of a row that is pointed at.
          color: ink.neededText,
          borderColor: 'currentColor',
        }}
      >
        {m.scene.offline}
      </Typography>
    </Tooltip>
  );
}
