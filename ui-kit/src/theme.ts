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

/** Of the bar above every page of both apps, in either theme. */
export const BAR_COLOR = '#0b1620';

/** Ground, text and dot of a state; every text has a contrast of at least 4.5:1 on its ground. */
export const TONES: Record<Tone, { bg: string; fg: string; dot: string }> = {
  neutral: { bg: '#edf1f4', fg: '#51616c', dot: '#5a6a76' },
  info: { bg: '#e8f0f8', fg: '#2a5b90', dot: '#2f639b' },
  progress: { bg: '#e2f2f4', fg: '#0a6776', dot: '#0b7285' },
  success: { bg: '#e6f3ea', fg: '#22653f', dot: '#246b43' },
  warning: { bg: '#fbf1df', fg: '#805000', dot: '#8a5200' },
  danger: { bg: '#fcebe9', fg: '#a8241c', dot: '#b3261e' },
};

const ACTION = { main: '#0b6e63', light: '#2f9487', dark: '#08524a' };

const LINE = '#d3dce3';

const small = { defaultProps: { size: 'small' } } as const;

/** One teal for what acts, colour otherwise for states only, a cool grey ground; small controls as office tools have them. */
export function createAppTheme(locale: Locale): Theme {
  return createTheme(
    {
      palette: {
        primary: ACTION,
        secondary: ACTION,
        error: { main: '#b3261e' },
        warning: { main: '#8a5200' },
        success: { main: '#246b43' },
        info: { main: '#2f639b' },
        background: { default: '#f4f6f8', paper: '#ffffff' },
        text: { primary: '#14222d', secondary: '#465967' },
        divider: LINE,
      },
      shape: { borderRadius: 4 },
      typography: {
        fontFamily: FONTS,
        fontSize: 13,
        h1: { fontSize: '1.25rem', fontWeight: 600 },
        h2: { fontSize: '1.05rem', fontWeight: 600 },
        h3: { fontSize: '0.95rem', fontWeight: 600 },
        button: { textTransform: 'none', fontWeight: 400 },
      },
      components: {
        MuiButton: {
          defaultProps: { size: 'small', disableElevation: true },
          styleOverrides: { contained: { fontWeight: 600 } },
        },
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
        MuiPaper: { styleOverrides: { outlined: { borderColor: LINE, borderRadius: 8 } } },
        MuiTableCell: {
          styleOverrides: {
            root: { borderColor: '#e9eef2', fontVariantNumeric: 'tabular-nums' },
            head: { backgroundColor: '#f4f6f8', color: '#465967', fontWeight: 600 },
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
            ':focus-visible': { outline: `2px solid ${ACTION.main}`, outlineOffset: 2 },
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
