import type { Messages } from '@scenedock/ui-kit';

/** Over 100 m in kilometres, with two decimals. */
export function lengthText(m: Messages, metres: number): string {
  return metres > 100
    ? m.tools.kilometres((metres / 1000).toFixed(2))
    : m.tools.metres(metres.toFixed(2));
}

/** Over 10,000 m² in square kilometres, with two decimals. */
export function areaText(m: Messages, squareMetres: number): string {
  return squareMetres > 10_000
    ? m.tools.squareKilometres((squareMetres / 1e6).toFixed(2))
    : m.tools.squareMetres(squareMetres.toFixed(2));
}
