import { enUS, zhCN } from '@mui/material/locale';
import {
  type Components,
  createTheme,
  type PaletteOptions,
  type Theme,
  type TransitionsOptions,
  type TypographyVariantsOptions,
} from '@mui/material/styles';
import type { Locale } from './messages/locale';
import type { Tone } from './orders/tables';
import { customProperties, ink, type Scheme, schemes, textSize, textStyle, tokens } from './tokens';

const quoted = (names: readonly string[]) =>
  names.map((name) => (name.includes(' ') ? `"${name}"` : name)).join(',');

/** Chinese fonts come first in Chinese only: their Latin punctuation is as wide as an ideograph. */
const FONTS: Record<Locale, string> = {
  'zh-CN': quoted(tokens.fonts),
  en: quoted([...tokens.latinFonts, ...tokens.fonts]),
};

/** Ground, text and dot of a state; every text has a contrast of at least 4.5:1 on its ground. */
export const TONES: Record<Tone, { bg: string; fg: string; dot: string }> = {
  neutral: { bg: ink.endedGround, fg: ink.endedText, dot: ink.ended },
  info: { bg: ink.waitingGround, fg: ink.waitingText, dot: ink.waiting },
  progress: { bg: ink.workingGround, fg: ink.workingText, dot: ink.working },
  success: { bg: ink.doneGround, fg: ink.doneText, dot: ink.done },
  warning: { bg: ink.neededGround, fg: ink.neededText, dot: ink.needed },
  danger: { bg: ink.failedGround, fg: ink.failedText, dot: ink.failed },
};

const alert = ({ bg, fg }: (typeof TONES)[Tone]) => ({
  backgroundColor: bg,
  color: fg,
  '& .MuiAlert-icon': { color: 'inherit' },
});

/** Notices have the grounds of states. */
const ALERTS = {
  error: alert(TONES.danger),
  warning: alert(TONES.warning),
  info: alert(TONES.info),
  success: alert(TONES.success),
};

const small = { defaultProps: { size: 'small' } } as const;

const strong = (style: { fontSize: string; lineHeight: number }) => ({ ...style, fontWeight: 600 });

/** Where Material reckons a size of its own that is not on the scale. */
const NOTE = { fontSize: textSize.note };

const COMPONENTS: Components<Theme> = {
  MuiButton: {
    defaultProps: { size: 'small', disableElevation: true },
    styleOverrides: {
      contained: { fontWeight: 600 },
      sizeSmall: NOTE,
      sizeLarge: { fontSize: textSize.reading },
    },
  },
  // Else letters of buttons are those of the browser.
  MuiButtonBase: { styleOverrides: { root: { fontFamily: 'inherit' } } },
  MuiIconButton: small,
  MuiTextField: small,
  MuiSelect: small,
  MuiFormControl: small,
  MuiAutocomplete: small,
  MuiCheckbox: small,
  MuiRadio: small,
  MuiSwitch: small,
  MuiChip: { ...small, styleOverrides: { label: NOTE } },
  MuiToggleButton: { styleOverrides: { sizeSmall: NOTE } },
  MuiBadge: { styleOverrides: { badge: NOTE } },
  MuiSlider: { styleOverrides: { valueLabel: NOTE } },
  MuiTable: small,
  MuiPaper: {
    styleOverrides: {
      // Material lightens what is raised; here a ground of its own does.
      root: { backgroundImage: 'none' },
      outlined: { borderColor: ink.line, borderRadius: tokens.radius.panel },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ ownerState: { variant, severity } }) =>
        variant === 'standard' || variant === undefined ? ALERTS[severity ?? 'success'] : {},
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { borderColor: ink.raised },
      head: { backgroundColor: ink.page, color: ink.text2, fontWeight: 600 },
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
  // It says why the field cannot be changed, so it has to be read.
  MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: ink.text2 } } } },
  MuiTableRow: {
    styleOverrides: { root: { '&:last-child > :is(td, tbody th)': { borderBottom: 0 } } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        // What a long form asks scrolls between its title and its buttons, as without a form.
        '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        '@media (max-width:599.95px)': {
          margin: 8,
          width: 'calc(100% - 16px)',
          maxHeight: 'calc(100% - 16px)',
        },
      },
    },
  },
  // As far from the edge as what stands above.
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogTitle: { styleOverrides: { root: strong(textStyle.part) } },
  MuiTooltip: { defaultProps: { arrow: true }, styleOverrides: { tooltip: NOTE } },
};

const { note, body, reading, part, section, page } = textStyle;

/** Names of pages are large in the portal, where there is room for them; desks and phones keep to a section's size. */
const typographyOf = (scheme: Scheme, locale: Locale): TypographyVariantsOptions => ({
  fontFamily: FONTS[locale],
  fontSize: tokens.type.body.size,
  fontWeightMedium: 600,
  fontWeightBold: 600,
  body1: reading,
  body2: body,
  subtitle2: body,
  caption: note,
  h1: {
    ...strong(section),
    ...(scheme === 'dark' ? { '@media (min-width:900px)': page } : {}),
  },
  h2: strong(part),
  h3: strong(reading),
  h5: strong(section),
  h6: strong(part),
  button: { fontSize: body.fontSize, textTransform: 'none', fontWeight: 400 },
});

/** What comes in takes longer than what goes, in milliseconds. */
const MOTION: TransitionsOptions = {
  duration: {
    shortest: tokens.motion.out,
    shorter: tokens.motion.out,
    short: tokens.motion.in,
    standard: tokens.motion.in,
    complex: tokens.motion.in,
    enteringScreen: tokens.motion.in,
    leavingScreen: tokens.motion.out,
  },
};

const paletteOf = (scheme: Scheme): PaletteOptions => {
  const now = schemes[scheme];
  const action = {
    main: now.action,
    light: now.actionSoft,
    dark: now.actionStrong,
    contrastText: now.onAction,
  };
  return {
    mode: scheme,
    primary: action,
    secondary: action,
    error: { main: now.failed },
    warning: { main: now.needed },
    success: { main: now.done },
    info: { main: now.waiting },
    background: { default: now.page, paper: now.panel },
    text: { primary: now.text, secondary: now.text2 },
    divider: now.line,
    ...(scheme === 'dark' ? { action: { active: now.text2 } } : {}),
  };
};

/** What holds for a page as a whole. */
const pageOf = (scheme: Scheme) => ({
  ':root': { ...customProperties(scheme), colorScheme: scheme },
  // Paper is white whatever the screen is.
  '@media print': {
    ':root': { ...customProperties('light'), colorScheme: 'light' },
    'body, body *': { color: `${tokens.paper.text} !important` },
  },
  // Numbers stand under one another everywhere.
  body: { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${ink.focus}`, outlineOffset: 2 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      transitionDelay: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
});

/** One teal for what acts, colour otherwise for states only, a cool ground; small controls as office tools have them. */
export function createAppTheme(locale: Locale, scheme: Scheme = 'light'): Theme {
  return createTheme(
    {
      palette: paletteOf(scheme),
      shape: { borderRadius: tokens.radius.field },
      typography: typographyOf(scheme, locale),
      transitions: MOTION,
      components: { ...COMPONENTS, MuiCssBaseline: { styleOverrides: pageOf(scheme) } },
    },
    locale === 'zh-CN' ? zhCN : enUS,
  );
}
