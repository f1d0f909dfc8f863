import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';

/** Every key of the desk. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { desk: m } = useAdminMessages();
  const { common } = useMessages();
  const id = useId();
  const { keyNames: names } = m;
  const keys = [
    ['J K', names.move],
    ['1 – 4', names.papers],
    ['A', names.approve],
    ['R', names.reject],
    ['U', names.undo],
    ['X', names.tick],
    ['?', names.help],
  ] as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{m.keysTitle}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: '64px 1fr', rowGap: 1 }}
        >
          {keys.map(([key, name]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ fontWeight: 600 }}>
                {key}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {name}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {m.keysHint}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
