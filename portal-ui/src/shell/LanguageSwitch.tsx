import Translate from '@mui/icons-material/Translate';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useLocale } from '@scenedock/ui-kit';

/** `compact`: only the sign on phones. */
export function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const { locale, setLocale, messages } = useLocale();
  return (
    <Button
      color="inherit"
      aria-label={messages.common.language}
      lang={locale === 'en' ? 'zh-CN' : 'en'}
      sx={{ minWidth: 0, gap: 1 }}
      onClick={() => setLocale(locale === 'en' ? 'zh-CN' : 'en')}
    >
      <Translate fontSize="small" />
      <Box component="span" sx={{ display: { xs: compact ? 'none' : 'inline', sm: 'inline' } }}>
        {messages.common.language}
      </Box>
    </Button>
  );
}
