import { enUS, zhCN } from '@mui/material/locale';
import { createTheme, type Theme } from '@mui/material/styles';
import type { Locale } from './messages/locale';
import type { Tone } from './orders/tables';

const FONTS = [
  '"PingFang SC"',
  '"Noto Sans SC"',
  '"Noto Sans CJK SC"',
  '"Source Han Sans SC"',
  '"Microsoft YaHei"',
  'system-ui',
  'sans-serif',
].join(',');

/** Background and text of a state; every pair has a contrast of at least 5:1. */
export const TONES: Record<Tone, { bg: string; fg: string; dot: string }> = {
  neutral: { bg: '#eceff2', fg: '#43515c', dot: '#8496a3' },
  info: { bg: '#e2eefb', fg: '#0d4a8a', dot: '#2f7fd6' },
  progress: { bg: '#dff3f1', fg: '#0a5c58', dot: '#12968d' },
  success: { bg: '#e3f4e6', fg: '#1d5e2b', dot: '#37a04c' },
  warning: { bg: '#fdf0d9', fg: '#7a4a00', dot: '#dd8a00' },
  danger: { bg: '#fde7e5', fg: '#98231a', dot: '#d6392c' },
};

const small = { defaultProps: { size: 'small' } } as const;

/** Deep blue for what acts, teal for what moves, a cool grey ground; small controls as office tools have them. */
export function createAppTheme(locale: Locale): Theme {
  return createTheme(
    {
      palette: {
        primary: { main: '#0b4a6f', light: '#2b6f97', dark: '#07344f' },
        secondary: { main: '#0a6b68', light: '#12968d', dark: '#074b49' },
        error: { main: '#c22f23' },
        warning: { main: '#a85f00' },
        success: { main: '#23763a' },
        info: { main: '#1767b3' },
        background: { default: '#f3f6f8', paper: '#ffffff' },
        text: { primary: '#1c2b36', secondary: '#52626e' },
        divider: '#dde4e9',
      },
      shape: { borderRadius: 6 },
      typography: {
        fontFamily: FONTS,
        fontSize: 13,
        h1: { fontSize: '1.25rem', fontWeight: 600 },
        h2: { fontSize: '1.05rem', fontWeight: 600 },
        h3: { fontSize: '0.95rem', fontWeight: 600 },
        button: { textTransform: 'none', fontWeight: 500 },
      },
      components: {
        MuiButton: { defaultProps: { size: 'small', disableElevation: true } },
        MuiIconButton: small,
        MuiTextField: small,
        MuiSelect: small,
        MuiFormControl: small,
        MuiAutocomplete: small,
        MuiCheckbox: small,
        MuiRadio: small,
        MuiSwitch: small,
        MuiChip: small,
        MuiTable: small,
        MuiPaper: { styleOverrides: { outlined: { borderColor: '#dde4e9' } } },
        MuiTableCell: {
          styleOverrides: {
            head: { backgroundColor: '#f3f6f8', color: '#43515c', fontWeight: 600 },
          },
        },
        MuiTablePagination: {
          styleOverrides: {
            // Phones have no room for the choice of a page's size.
            toolbar: { '@media (max-width:599.95px)': { paddingLeft: 8 } },
            selectLabel: { '@media (max-width:599.95px)': { display: 'none' } },
            input: { '@media (max-width:599.95px)': { display: 'none' } },
          },
        },
        MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
        MuiDialog: {
          styleOverrides: {
            paper: {
              '@media (max-width:599.95px)': {
                margin: 8,
                width: 'calc(100% - 16px)',
                maxHeight: 'calc(100% - 16px)',
              },
            },
          },
        },
        MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.05rem', fontWeight: 600 } } },
        MuiTooltip: { defaultProps: { arrow: true } },
        MuiCssBaseline: {
          styleOverrides: {
            ':focus-visible': { outline: '2px solid #2b6f97', outlineOffset: 1 },
            '@media (prefers-reduced-motion: reduce)': {
              '*': {
                animationDuration: '0.01ms !important',
                transitionDuration: '0.01ms !important',
              },
            },
          },
        },
      },
    },
    locale === 'zh-CN' ? zhCN : enUS,
  );
}
