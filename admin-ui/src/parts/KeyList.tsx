import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface KeyListProps {
  title: string;
  /** Keys as they stand on the keyboard, and what they do. */
  keys: readonly (readonly [key: string, name: string])[];
  onClose: () => void;
}

/** Keys, those of the page first, and those that do the same everywhere. */
export function KeyList({ title, keys, onClose }: KeyListProps) {
  const { desk, palette: m } = useAdminMessages();
  const { common } = useMessages();
  const id = useId();
  const everywhere = [
    ['Ctrl K / Cmd K', m.open],
    ['↑ ↓ Enter', m.keyNames.choose],
    ['Esc', m.keyNames.close],
    ['?', m.keyNames.help],
  ] as const;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1 }}
        >
          {[...keys, ...everywhere].map(([key, name]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
                {key}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {name}
              </Box>
            </Box>
          ))}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {desk.keysHint}
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
