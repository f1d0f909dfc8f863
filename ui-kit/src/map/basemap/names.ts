import type { FeatureLike } from 'ol/Feature';
import CircleStyle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleFunction } from 'ol/style/Style';
import Text from 'ol/style/Text';
import { tokens } from '../../tokens';
import { type Ground, isDark, lineColours } from './nameStyles';

const FONT =
  '"PingFang SC","Noto Sans CJK SC","Noto Sans SC","Microsoft YaHei","Segoe UI",sans-serif';

type Kind = {
  /** Read between these resolutions, degrees per pixel: level n of the map has 1.40625 / 2 ** n. */
  below: number;
  above?: number;
  size: keyof typeof tokens.type;
  bold?: boolean;
  /** Which name wins where two have room for one: the higher. */
  rank: number;
  /** Radius of the dot; none: the name stands in the middle of an area. */
  dot?: number;
  faint?: boolean;
};

/** Kinds of places. Names of provinces end at level 8; cities come at 7, counties at 9, towns near 11. */
export const PLACES: Record<string, Kind> = {
  home: { below: 0.3, above: 0.055, size: 'reading', bold: true, rank: 9 },
  home_capital: { below: 0.06, size: 'body', bold: true, rank: 8, dot: 4 },
  capital: { below: 0.06, size: 'note', bold: true, rank: 7, dot: 3 },
  province: { below: 0.06, above: 0.0055, size: 'body', rank: 5, faint: true },
  country: { below: 0.3, size: 'body', bold: true, rank: 6 },
  city: { below: 0.013, size: 'note', bold: true, rank: 4, dot: 2.5 },
  county: { below: 0.0028, size: 'body', rank: 3 },
  abroad: { below: 0.03, size: 'note', rank: 2, dot: 2 },
  town: { below: 0.0009, size: 'note', rank: 1, dot: 1.5, faint: true },
};

/** The font of a kind of place, as a canvas reads it. */
export const fontOf = ({ size, bold = false }: Pick<Kind, 'size' | 'bold'>) =>
  `${bold ? '600 ' : ''}${tokens.type[size].size}px ${FONT}`;

const INK = { text: tokens.map.ink, faint: tokens.map.inkFaint, halo: tokens.map.halo };
const INK_ON_DARK = {
  text: tokens.map.inkOnDark,
  faint: tokens.map.inkFaintOnDark,
  halo: tokens.map.haloOnDark,
};

function named(kind: Kind, text: string, dark: boolean): Style {
  const ink = dark ? INK_ON_DARK : INK;
  const fill = new Fill({ color: kind.faint ? ink.faint : ink.text });
  const stroke = new Stroke({ color: ink.halo, width: 3 });
  const dot =
    kind.dot === undefined
      ? undefined
      : new CircleStyle({
          radius: kind.dot,
          fill: new Fill({ color: ink.text }),
          stroke: new Stroke({ color: ink.halo, width: 1.5 }),
        });
  const label = new Text({
    text,
    font: fontOf(kind),
    fill,
    stroke,
    offsetY: dot === undefined ? 0 : -(kind.dot ?? 0) - 9,
  });
  return new Style({
    zIndex: kind.rank,
    text: label,
    ...(dot === undefined ? {} : { image: dot }),
  });
}

/** The English name where the map speaks English, as far as a place has one. */
export function nameOf(feature: FeatureLike, english: boolean): string {
  const own = english ? feature.get('name:en') : undefined;
  return String(own ?? feature.get('name') ?? '');
}

/** Names of places. */
export function nameStyle(ground: Ground, english: boolean): StyleFunction {
  const known = new Map<string, Style>();
  return (feature, resolution) => {
    if (feature.get('layer') !== 'place') return undefined;
    const kind = PLACES[String(feature.get('kind'))];
    if (kind === undefined || resolution > kind.below) return undefined;
    if (kind.above !== undefined && resolution <= kind.above) return undefined;
    const text = nameOf(feature, english);
    const dark = isDark(ground);
    const key = `${feature.get('kind')} ${dark} ${text}`;
    const style = known.get(key) ?? named(kind, text, dark);
    known.set(key, style);
    return style;
  };
}

/** Nearer than this, borders of provinces are drawn wider: level 8. */
const NEAR = 0.0055;

function border(kind: string, ground: Ground, near: boolean): Style | null {
  const { country, china, province, coast } = lineColours(ground);
  const line = (color: string, width: number, lineDash: number[] | null, zIndex: number) =>
    new Style({ zIndex, stroke: new Stroke({ color, width, ...(lineDash ? { lineDash } : {}) }) });
  switch (kind) {
    case 'coast':
      return coast === null ? null : line(coast, 0.8, null, 0);
    case 'county':
      return line(province, near ? 1 : 0.7, [3, 3], 1);
    case 'city':
      return line(province, near ? 1.4 : 0.7, [6, 3], 2);
    case 'province':
      return line(province, near ? 2 : 1, [8, 3, 2, 3], 3);
    case 'country':
      return line(country, 0.9, null, 4);
    case 'china':
      return line(china, near ? 2.2 : 1.6, null, 5);
    case 'dash':
      return new Style({
        zIndex: 5,
        stroke: new Stroke({ color: china, width: 1.6 }),
        fill: new Fill({ color: china }),
      });
    default:
      return null;
  }
}

/** Coasts and borders. */
export function borderStyle(ground: Ground): StyleFunction {
  const known = new Map<string, Style | null>();
  return (feature, resolution) => {
    if (feature.get('layer') !== 'boundary') return undefined;
    const kind = String(feature.get('kind'));
    const near = resolution <= NEAR;
    const key = `${kind} ${near}`;
    if (!known.has(key)) known.set(key, border(kind, ground, near));
    return known.get(key) ?? undefined;
  };
}
