import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useMessages } from '../messages/LocaleProvider';
import { ink, textSize } from '../tokens';

type Props = {
  title: string;
  /** Keys as they stand on the keyboard, and what they do. */
  keys: readonly (readonly [key: string, name: string])[];
  /** Stands below them. */
  hint?: string;
  onClose: () => void;
};

/** Keys, and what each does. */
export function KeyList({ title, keys, hint, onClose }: Props) {
  const { common } = useMessages();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1 }}
        >
          {keys.map(([key, name]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Box component="kbd" sx={KEY}>
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {name}
              </Box>
            </Box>
          ))}
        </Box>
        {hint === undefined ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {hint}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const KEY = {
  px: 1,
  py: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: ink.page,
  fontSize: textSize.body,
  whiteSpace: 'nowrap',
} as const;
