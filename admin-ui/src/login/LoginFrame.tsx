import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { LOCALES, useConfigQuery, useLocale, useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** A page of one form for whoever is not signed in. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  const m = useAdminMessages();
  const { common } = useMessages();
  const { locale, setLocale } = useLocale();
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100vh',
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        pt: { xs: 4, sm: '14vh' },
        px: 2,
        borderTop: 4,
        borderColor: 'primary.main',
        bgcolor: 'background.default',
      }}
    >
      <Paper variant="outlined" sx={{ p: { xs: 3, sm: 4 }, width: '100%', maxWidth: 400 }}>
        <Head title={title} />
        {children}
      </Paper>
      <Stack direction="row" spacing={3} sx={{ mt: 2 }}>
        <Link href="/">{m.portal}</Link>
        <Link component="button" type="button" lang={other} onClick={() => setLocale(other)}>
          {common.language}
        </Link>
      </Stack>
    </Box>
  );
}

function Head({ title }: { title: string }) {
  const config = useConfigQuery();
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 3 }}>
      <img src="/favicon.svg" alt="" width={40} height={40} />
      <Box>
        <Typography variant="h1">{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {config.data?.sysName}
        </Typography>
      </Box>
    </Stack>
  );
}
