import Translate from '@mui/icons-material/Translate';
import Button from '@mui/material/Button';
import { useLocale } from '@scenedock/ui-kit';

export function LanguageSwitch() {
  const { locale, setLocale, messages } = useLocale();
  return (
    <Button
      color="inherit"
      startIcon={<Translate fontSize="small" />}
      lang={locale === 'en' ? 'zh-CN' : 'en'}
      onClick={() => setLocale(locale === 'en' ? 'zh-CN' : 'en')}
    >
      {messages.common.language}
    </Button>
  );
}
