import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  /** Without padding, for tables and maps. */
  flush?: boolean;
  children: ReactNode;
}

/** A titled section of the page. */
export function Panel({ title, aside, flush, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ overflow: 'hidden' }}>
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 1,
          px: 2,
          minHeight: 44,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Typography id={id} component="h2" variant="h2">
          {title}
        </Typography>
        {aside}
      </Stack>
      <Box sx={{ p: flush ? 0 : 2 }}>{children}</Box>
    </Paper>
  );
}
