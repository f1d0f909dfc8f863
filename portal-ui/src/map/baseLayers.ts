import type Feature from 'ol/Feature';
import GeoJSON from 'ol/format/GeoJSON';
import type BaseLayer from 'ol/layer/Base';
import TileLayer from 'ol/layer/Tile';
import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import XYZ from 'ol/source/XYZ';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style, { type StyleFunction } from 'ol/style/Style';
import Text from 'ol/style/Text';
import TileGrid from 'ol/tilegrid/TileGrid';

export type BaseMap = 'relief' | 'plain';

const ROOT = '/basemap';
const FONT = '"PingFang SC","Noto Sans SC","Noto Sans CJK SC","Microsoft YaHei",sans-serif';

/** Nearer than this (degrees per pixel) the stretched relief is only a blur, and the drawn land takes over. */
const SHARP_BELOW = 0.018;

/** Natural Earth II tiles: EPSG:4326 TMS, three zoom levels. */
function relief(): TileLayer<XYZ> {
  return new TileLayer({
    zIndex: 0,
    minResolution: SHARP_BELOW,
    source: new XYZ({
      projection: 'EPSG:4326',
      url: `${ROOT}/ne2/{z}/{x}/{-y}.jpg`,
      wrapX: false,
      tileGrid: new TileGrid({
        extent: [-180, -90, 180, 90],
        origin: [-180, 90],
        resolutions: [0.703125, 0.3515625, 0.17578125],
        sizes: [
          [2, 1],
          [4, 2],
          [8, 4],
        ],
      }),
    }),
  });
}

function geojson(name: string): VectorSource {
  return new VectorSource({
    url: `${ROOT}/${name}.json`,
    format: new GeoJSON<Feature>(),
    wrapX: false,
  });
}

function lineStyles(dark: boolean): Record<string, Style> {
  const country = dark ? 'rgba(70,60,80,.55)' : '#b9a9b4';
  const china = dark ? '#7a2e4a' : '#9c5671';
  return {
    country: new Style({ stroke: new Stroke({ color: country, width: 0.8 }) }),
    china: new Style({ stroke: new Stroke({ color: china, width: 1.5 }) }),
    dash: new Style({
      stroke: new Stroke({ color: china, width: 2 }),
      fill: new Fill({ color: china }),
    }),
    prov: new Style({ stroke: new Stroke({ color: '#8a7f95', width: 0.8, lineDash: [5, 3] }) }),
  };
}

function lines(dark: boolean): VectorLayer {
  const styles = lineStyles(dark);
  return new VectorLayer({
    zIndex: 3,
    source: geojson('lines'),
    style: (feature) => styles[String(feature.get('k'))],
  });
}

/** Beyond these resolutions (degrees per pixel) a kind of name is not shown. */
const NAMED_BELOW: Record<string, number> = { c: 0.2, p: 0.055, t: 0.012 };

const LABEL_SIZE: Record<string, string> = { c: '600 13px', p: '12px', t: '11px' };

/** Larger countries, then provinces, then cities win where names would overlap. */
const RANK: Record<string, number> = { c: 0, p: 1, t: 2 };

const labelStyle: StyleFunction = (feature, resolution) => {
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

function labels(): VectorLayer {
  return new VectorLayer({
    zIndex: 60,
    declutter: true,
    source: geojson('labels'),
    style: labelStyle,
  });
}

function land(maxResolution: number): VectorLayer[] {
  const ground = new VectorLayer({
    zIndex: 1,
    maxResolution,
    source: geojson('land'),
    style: new Style({ fill: new Fill({ color: '#ebe8dd' }) }),
  });
  const provinces = new VectorLayer({
    zIndex: 2,
    maxResolution,
    source: geojson('provinces'),
    style: new Style({ fill: new Fill({ color: '#f8f5ea' }) }),
  });
  const coast = new VectorLayer({
    zIndex: 2,
    maxResolution,
    source: geojson('coast'),
    style: new Style({ stroke: new Stroke({ color: '#8fb3c4', width: 0.7 }) }),
  });
  return [ground, provinces, coast];
}

/** The base map, bottom first. It is served with the portal: no request leaves the site. */
export function baseLayers(base: BaseMap): BaseLayer[] {
  if (base === 'relief') return [relief(), ...land(SHARP_BELOW), lines(true), labels()];
  return [...land(Number.POSITIVE_INFINITY), lines(false), labels()];
}
