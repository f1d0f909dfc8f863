/** The ground that lines and names lie on. */
export type Ground = 'plain' | 'relief' | 'dark' | 'marble';

/** Nearer than this (degrees per pixel) a pixel of the packaged imagery is larger than four of the screen. */
export const MARBLE_ENLARGED = 0.022;

/** Whether a ground is dark. */
export const isDark = (ground: Ground): boolean => ground === 'dark' || ground === 'marble';

type Colours = { country: string; china: string; province: string; coast: string | null };

const LINES: Record<Exclude<Ground, 'marble'>, Colours> = {
  plain: { country: '#a294a0', china: '#9c5671', province: '#857a92', coast: '#8fb3c4' },
  relief: { country: 'rgba(70,60,80,.6)', china: '#7a2e4a', province: '#6f647d', coast: '#7fa6bd' },
  dark: {
    country: 'rgba(255,255,255,.5)',
    china: '#ffd08a',
    province: 'rgba(255,255,255,.6)',
    coast: null,
  },
};

/** Colours of borders on a ground. */
export const lineColours = (ground: Ground) => LINES[ground === 'marble' ? 'dark' : ground];
