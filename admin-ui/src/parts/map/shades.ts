import { tokens } from '@scenedock/ui-kit';

/** How many shades there are. */
export const SHADES = 6;

/** Side of what is repeated, in pixels. */
const TILE = 12;

const [FEW, MANY] = [tokens.density.few, tokens.density.many];

/** From light to dark: also without colours the more is the darker. */
function ground(shade: number): string {
  const depth = shade / (SHADES - 1);
  const [red, green, blue] = [0, 1, 2].map((n) => {
    const [from, to] = [FEW[n] ?? 0, MANY[n] ?? 0];
    return Math.round(from + (to - from) * depth);
  });
  return `rgba(${red},${green},${blue},${(0.3 + 0.5 * depth).toFixed(2)})`;
}

const HALF = TILE / 2;
type Line = readonly [x0: number, y0: number, x1: number, y1: number];

const RISING: Line = [0, TILE, TILE, 0];
const FALLING: Line = [0, 0, TILE, TILE];
/** Halfway between those of two tiles. */
const RISING_BETWEEN: readonly Line[] = [
  [-HALF, HALF, HALF, -HALF],
  [HALF, TILE + HALF, TILE + HALF, HALF],
];
const FALLING_BETWEEN: readonly Line[] = [
  [-HALF, HALF, HALF, TILE + HALF],
  [HALF, -HALF, TILE + HALF, HALF],
];

/** What is drawn on a shade: nothing, a dot, lines, crossing lines, twice as many; the last is dark by itself. */
const LINES: readonly (readonly Line[])[] = [
  [],
  [[HALF - 1.5, HALF, HALF + 1.5, HALF]],
  [RISING],
  [RISING, FALLING],
  [RISING, ...RISING_BETWEEN, FALLING, ...FALLING_BETWEEN],
  [],
];

/** The tile that a shade is filled with; null where the browser does not draw. */
export function tileOf(shade: number): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = ground(shade);
  context.fillRect(0, 0, TILE, TILE);
  context.strokeStyle = shade < 3 ? tokens.map.ink : tokens.map.white;
  context.globalAlpha = 0.55;
  context.lineWidth = shade === 1 ? 3 : 1;
  for (const [x0, y0, x1, y1] of LINES[shade] ?? []) {
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
  }
  return canvas;
}
