import { tokens } from '@scenedock/ui-kit';
import type { FeatureLike } from 'ol/Feature';
import GeoJSON from 'ol/format/GeoJSON';
import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleLike } from 'ol/style/Style';
import Text from 'ol/style/Text';

const PAINT = tokens.deskMap;

/** An outline, filled or not. */
export function look(line: string, width: number, fill?: string): Style {
  return new Style({
    stroke: new Stroke({ color: line, width }),
    fill: fill ? new Fill({ color: fill }) : undefined,
  });
}

/** Kinds of lines in the file: foreign borders, China's border, provinces, the ten-dash line. */
const LINES: Record<string, Style> = {
  country: look(PAINT.country, 0.8),
  china: look(PAINT.china, 1.4),
  prov: look(PAINT.province, 0.9),
  dash: look(PAINT.china, 1.4),
};

/** Kinds of names: countries, provinces, towns; towns only where there is room for them. */
const NAMES: Record<string, { font: string; color: string; maxResolution: number }> = {
  c: { font: '500 13px sans-serif', color: PAINT.countryName, maxResolution: 0.1 },
  p: { font: '500 13px sans-serif', color: PAINT.provinceName, maxResolution: 0.05 },
  t: { font: '12px sans-serif', color: PAINT.townName, maxResolution: 0.025 },
};

function lineStyle(feature: FeatureLike): Style | undefined {
  return LINES[String(feature.get('k'))];
}

function nameStyle(feature: FeatureLike, resolution: number): Style | undefined {
  const name = NAMES[String(feature.get('k'))];
  if (!name || resolution > name.maxResolution) {
    return undefined;
  }
  return new Style({
    text: new Text({
      text: String(feature.get('n')),
      font: name.font,
      fill: new Fill({ color: name.color }),
      stroke: new Stroke({ color: tokens.map.white, width: 3 }),
    }),
  });
}

function layer(file: string, style: StyleLike, declutter = false) {
  const source = new VectorSource({ url: `/basemap/${file}.json`, format: new GeoJSON() });
  return new VectorLayer({ source, style, declutter });
}

/** The portal's base map; a layer whose file is missing simply stays empty. */
export function baseLayers() {
  return [layer('land', look(PAINT.coast, 0.6, PAINT.land)), layer('lines', lineStyle)];
}

/** Names stand above everything else. */
export function nameLayer() {
  return layer('labels', nameStyle, true);
}
