import LanguageIcon from '@mui/icons-material/Language';
import LaunchIcon from '@mui/icons-material/Launch';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LOCALES, textSize, tokens, useLocale, useMessages } from '@scenedock/ui-kit';
import { AppBar, TitlePortal } from 'react-admin';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { InboxBell } from '../inbox/InboxBell';
import { DocumentTitle } from './DocumentTitle';
import { PersonMenu } from './PersonMenu';
import { PaletteButton } from './palette/PaletteButton';

/** Top bar. The colour is set: react-admin would take the secondary one. It stays: the heads of pages stand below it. */
export function AdminBar() {
  const m = useAdminMessages();
  return (
    <AppBar
      alwaysOn
      color="primary"
      elevation={0}
      toolbar={<BarTools />}
      userMenu={<PersonMenu />}
      sx={{ bgcolor: tokens.night.ground }}
    >
      <Box
        component="span"
        sx={{ fontSize: textSize.part, fontWeight: 600, whiteSpace: 'nowrap', mr: 2 }}
      >
        {m.title}
      </Box>
      <TitlePortal
        component="div"
        sx={{
          flex: 1,
          opacity: 0.9,
          fontSize: textSize.reading,
          display: { xs: 'none', sm: 'block' },
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      />
      <DocumentTitle />
      <Box sx={{ flex: { xs: 1, sm: 0 } }} />
    </AppBar>
  );
}

function BarTools() {
  const m = useAdminMessages();
  const { locale, setLocale } = useLocale();
  const { common } = useMessages();
  const other = LOCALES.find((one) => one !== locale) ?? locale;
  return (
    <>
      <PaletteButton />
      <InboxBell />
      <Button
        color="inherit"
        href="/"
        aria-label={m.portal}
        startIcon={<LaunchIcon />}
        sx={{
          ml: 1,
          mr: { sm: 1 },
          minWidth: 0,
          '& .MuiButton-startIcon': { ml: 0, mr: { xs: 0, md: 1 } },
        }}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' }, whiteSpace: 'nowrap' }}>
          {m.portal}
        </Box>
      </Button>
      <Button
        color="inherit"
        lang={other}
        startIcon={<LanguageIcon />}
        sx={{ minWidth: 0, whiteSpace: 'nowrap' }}
        aria-label={`${common.language} - ${m.language}`}
        onClick={() => setLocale(other)}
      >
        {common.language}
      </Button>
    </>
  );
}
