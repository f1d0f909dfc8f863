import { tokens } from '../../tokens';
/** The ground that lines and names lie on. */
export type Ground = 'plain' | 'relief' | 'dark' | 'marble';

/** Nearer than this (degrees per pixel) a pixel of the packaged imagery is larger than four of the screen. */
export const MARBLE_ENLARGED = 0.022;

/** Whether a ground is dark. */
export const isDark = (ground: Ground): boolean => ground === 'dark' || ground === 'marble';

type Colours = { country: string; china: string; province: string; coast: string | null };

const LINES: Record<Exclude<Ground, 'marble'>, Colours> = {
  plain: tokens.borders.plain,
  relief: tokens.borders.relief,
  dark: { ...tokens.borders.dark, coast: null },
};

/** Colours of borders on a ground. */
export const lineColours = (ground: Ground) => LINES[ground === 'marble' ? 'dark' : ground];
