import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleFunction } from 'ol/style/Style';
import Text from 'ol/style/Text';

const FONT = '"PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif';

/** The ground that lines and names lie on. `marble` is dark until it gives way to drawn land. */
export type Ground = 'plain' | 'relief' | 'dark' | 'marble';

/** Nearer than these (degrees per pixel) a packaged picture is only a blur, and the drawn land takes over. */
export const SHARP = { relief: 0.018, marble: 0.009 };

/** Whether a ground is dark at a resolution. */
export const isDark = (ground: Ground, resolution: number): boolean =>
  ground === 'dark' || (ground === 'marble' && resolution >= SHARP.marble);

const LINES: Record<
  Exclude<Ground, 'marble'>,
  { country: string; china: string; province: string }
> = {
  plain: { country: '#b9a9b4', china: '#9c5671', province: '#8a7f95' },
  relief: { country: 'rgba(70,60,80,.55)', china: '#7a2e4a', province: '#8a7f95' },
  dark: { country: 'rgba(255,255,255,.5)', china: '#ffd08a', province: 'rgba(255,255,255,.6)' },
};

/** Colours of borders on a ground. */
export const lineColours = (ground: Ground) => LINES[ground === 'marble' ? 'dark' : ground];

/** By kind of line: country, China, ten-dash line, province. */
export function lineStyles(ground: Ground): Record<string, Style> {
  const { country, china, province } = lineColours(ground);
  return {
    country: new Style({ stroke: new Stroke({ color: country, width: 0.8 }) }),
    china: new Style({ stroke: new Stroke({ color: china, width: 1.5 }) }),
    dash: new Style({
      stroke: new Stroke({ color: china, width: 2 }),
      fill: new Fill({ color: china }),
    }),
    prov: new Style({ stroke: new Stroke({ color: province, width: 0.8, lineDash: [5, 3] }) }),
  };
}

/** Beyond these resolutions (degrees per pixel) a kind of name is not shown: country, province, city. */
const NAMED_BELOW: Record<string, number> = { c: 0.2, p: 0.055, t: 0.012 };

const LABEL_SIZE: Record<string, string> = { c: '600 13px', p: '12px', t: '11px' };

/** Larger countries, then provinces, then cities win where names would overlap. */
const RANK: Record<string, number> = { c: 0, p: 1, t: 2 };

export const labelStyle: StyleFunction = (feature, resolution) => {
  const kind = String(feature.get('k'));
  if (resolution > (NAMED_BELOW[kind] ?? 0)) return undefined;
  if (kind === 'c' && feature.get('cn') === 1 && resolution < (NAMED_BELOW.p ?? 0))
    return undefined;
  return new Style({
    zIndex: 10 - (RANK[kind] ?? 0),
    text: new Text({
      text: String(feature.get('n')),
      font: `${LABEL_SIZE[kind] ?? '11px'} ${FONT}`,
      fill: new Fill({ color: kind === 't' ? '#4d5a66' : '#2e3a46' }),
      stroke: new Stroke({ color: 'rgba(255,255,255,.85)', width: 3 }),
    }),
  });
};
