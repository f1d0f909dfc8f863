import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type Locale, useLocale, useMessages } from '@scenedock/ui-kit';
import { useId } from 'react';
import { termsEn } from './terms.en';
import { termsZh } from './terms.zh';

const TERMS: Readonly<Record<Locale, readonly string[]>> = { 'zh-CN': termsZh, en: termsEn };

const CHINESE_DIGITS = [...'一二三四五六七八九十'];

/** 一 to 十九: more articles no terms have. */
function chineseNumber(number: number): string {
  const tens = number >= 10 ? '十' : '';
  return tens + (CHINESE_DIGITS[(number % 10) - 1] ?? '');
}

const numbered: Readonly<Record<Locale, (number: number) => string>> = {
  'zh-CN': (number) => `第${chineseNumber(number)}条`,
  en: (number) => `Article ${number}`,
};

/** Over the registration. */
const TERMS_Z = 4410;

/** The 15 articles that who registers accepts. */
export function TermsDialog({ onClose }: { onClose: () => void }) {
  const { register } = useMessages();
  const { locale } = useLocale();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="md"
      fullWidth
      scroll="paper"
      sx={{ zIndex: TERMS_Z }}
    >
      <DialogTitle id={id}>{register.terms}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {TERMS[locale].map((article, at) => (
          <Typography key={article} sx={{ mb: 1.5, lineHeight: 1.8 }}>
            <b>{numbered[locale](at + 1)}</b>　{article}
          </Typography>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {register.termsClose}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
