import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import { type ReactNode, useId } from 'react';

interface SideDrawerProps {
  title: string;
  /** What stands beside the title. */
  chips?: ReactNode;
  /** Pixels, where the window has them. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** One thing of a list, beside the list: its name, what it is, and everything about it. */
export function SideDrawer({ title, chips, width, onClose, children }: SideDrawerProps) {
  const { common } = useMessages();
  const headingId = useId();
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': headingId,
          sx: { width: { xs: '100%', sm: width }, bgcolor: 'background.default' },
        },
      }}
    >
      <Stack direction="row" sx={HEAD}>
        <Typography id={headingId} component="h2" variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {chips}
        <Box sx={{ flex: 1 }} />
        <IconButton aria-label={common.close} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Stack>
      <Stack spacing={2} sx={{ p: 2 }}>
        {children}
      </Stack>
    </Drawer>
  );
}

/** Stays in sight while the rest scrolls. */
const HEAD = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const;
