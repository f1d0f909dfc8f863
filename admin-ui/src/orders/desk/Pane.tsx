import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PaneProps {
  title: string;
  aside?: ReactNode;
  /** Filled to the edge by one thing that scrolls itself. */
  fill?: boolean;
  /** Where the panes follow one another, it is no higher than half a window. */
  short?: boolean;
  children: ReactNode;
}

/** One of the panes of the desk: its head stays, what is in it scrolls. */
export function Pane({ title, aside, fill = false, short = false, children }: PaneProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: 0,
        overflow: 'hidden',
        maxHeight: { xs: short ? '50vh' : undefined, lg: 'none' },
        height: { xs: fill ? '75vh' : undefined, lg: 'auto' },
      }}
    >
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: 1.5,
          minHeight: 40,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={id} component="h2" variant="h2" noWrap>
          {title}
        </Typography>
        {aside}
      </Stack>
      <Box sx={{ flex: 1, minHeight: 0, overflow: fill ? 'hidden' : 'auto' }}>{children}</Box>
    </Paper>
  );
}
