import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { tokens, useConfig, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { PageTitle } from '../parts/PageTitle';
import { Brand } from '../shell/Brand';
import { LanguageSwitch } from '../shell/LanguageSwitch';

type Props = {
  title: string;
  /** Pixels of the card. */
  width: number;
  children: ReactNode;
};

/** The frame of the pages through which people come in: what this is, and a card beside it. */
export function Entrance({ title, width, children }: Props) {
  const { sysName } = useConfig();
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', flexDirection: { xs: 'column', md: 'row' } }}>
      <Welcome />
      <Stack
        component="main"
        sx={{ flex: 1, p: { xs: 2, md: 6 }, alignItems: 'center', justifyContent: 'center' }}
      >
        <Paper variant="outlined" sx={{ p: { xs: 3, sm: 4 }, width: '100%', maxWidth: width }}>
          <Stack direction="row" sx={{ mb: 3, alignItems: 'flex-start' }}>
            <Box sx={{ flex: 1 }}>
              <PageTitle parts={[title]} />
              <Typography variant="h1">{title}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
                {sysName}
              </Typography>
            </Box>
            <LanguageSwitch />
          </Stack>
          {children}
        </Paper>
      </Stack>
    </Box>
  );
}

function Welcome() {
  const m = useMessages();
  const { sysName } = useConfig();
  return (
    <Stack
      component="header"
      spacing={3}
      sx={{
        flex: 1.2,
        p: { xs: 3, md: 8 },
        justifyContent: 'center',
        color: tokens.night.white,
        bgcolor: tokens.night.ground,
        background: `radial-gradient(120% 90% at 15% 110%, ${tokens.night.glow} 0%, transparent 60%), ${tokens.night.ground}`,
      }}
    >
      <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
        <Brand size={40} />
        <Typography component="p" sx={{ fontSize: 22, fontWeight: 600 }}>
          {sysName}
        </Typography>
      </Stack>
      <Typography component="p" sx={{ fontSize: { xs: 18, md: 26 }, lineHeight: 1.5 }}>
        {m.auth.welcome}
      </Typography>
      <Stack
        component="ol"
        spacing={1}
        sx={{ pl: 2.5, opacity: 0.92, display: { xs: 'none', md: 'flex' } }}
      >
        <li>{m.auth.point1}</li>
        <li>{m.auth.point2}</li>
        <li>{m.auth.point3}</li>
      </Stack>
    </Stack>
  );
}
