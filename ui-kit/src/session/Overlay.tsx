import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { ink } from '../tokens';

/** Over everything, messages too (portal specification, section 9). */
const OVERLAY_Z = 999_999;

type Props = { title: string; children: ReactNode };

/** What stands behind it stays as it is, but cannot be read. */
export function Overlay({ title, children }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth="xs"
      fullWidth
      transitionDuration={0}
      sx={{ zIndex: OVERLAY_Z }}
      slotProps={{ backdrop: { sx: { bgcolor: ink.glass, backdropFilter: 'blur(24px)' } } }}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  );
}
