import HideImageOutlined from '@mui/icons-material/HideImageOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import {
  Clamped,
  EmptyState,
  ink,
  type OrderScene,
  sceneImageUrl,
  useMessages,
} from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

const BOX = { width: 50, height: 36, borderRadius: 0.75, overflow: 'hidden', bgcolor: ink.raised };

/** The scene's small picture; a click shows the large one, as the row's button does. */
export function SceneThumbnail({ scene, onOpen }: { scene: OrderScene; onOpen: () => void }) {
  const m = useMessages();
  const [missing, setMissing] = useState(scene.imageurl === null);
  if (missing) {
    return (
      <Box sx={{ ...BOX, display: 'grid', placeItems: 'center' }} title={m.scene.noImage}>
        <HideImageOutlined
          fontSize="small"
          sx={{ color: ink.faint }}
          titleAccess={m.scene.noImage}
        />
      </Box>
    );
  }
  return (
    <ButtonBase sx={BOX} tabIndex={-1} aria-hidden onClick={onOpen}>
      <img
        src={sceneImageUrl(scene.dataid, 1)}
        alt=""
        loading="lazy"
        onError={() => setMissing(true)}
        style={{ width: '100%', height: '100%', objectFit: 'cover' }}
      />
    </ButtonBase>
  );
}

/** What the scene looks like. */
export function LargePicture({ scene, onClose }: { scene: OrderScene; onClose: () => void }) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const id = useId();
  const [missing, setMissing] = useState(scene.imageurl === null);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>
        <Clamped text={scene.dataname} />
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', justifyContent: 'center', minHeight: 200 }}>
        {missing ? (
          <EmptyState title={m.scene.noImage} />
        ) : (
          <img
            src={sceneImageUrl(scene.dataid, 2)}
            alt={detail.scenePreview(scene.dataname)}
            onError={() => setMissing(true)}
            style={{ maxWidth: '100%', maxHeight: '65vh', objectFit: 'contain' }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {m.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
