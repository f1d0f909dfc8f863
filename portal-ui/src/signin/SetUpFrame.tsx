import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useConfig } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { Brand } from '../shell/Brand';

type Props = { title: string; maxWidth?: number; children: ReactNode };

/** A page of one form, with the system's name above it and nothing else to go to. */
export function SetUpFrame({ title, maxWidth = 640, children }: Props) {
  const { sysName } = useConfig();
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper variant="outlined" sx={{ width: '100%', maxWidth, p: { xs: 2, sm: 4 } }}>
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 2 }}>
          <Brand size={32} />
          <Typography color="textSecondary">{sysName}</Typography>
        </Stack>
        <Typography component="h1" variant="h5" sx={{ mb: 2 }}>
          {title}
        </Typography>
        {children}
      </Paper>
    </Box>
  );
}
