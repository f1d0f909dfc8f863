/**
 * Families of satellites as people write them, by how catalogues begin their names; a number follows. STAC writes
 * `sentinel-2a`, file names `gf1`.
 */
const FAMILIES: Readonly<Record<string, string>> = {
  sentinel: 'Sentinel-',
  landsat: 'Landsat ',
  amazonia: 'Amazonia-',
  cbers: 'CBERS-',
  gf: 'GF-',
  gaofen: 'GF-',
  zy: 'ZY-',
  ziyuan: 'ZY-',
  hj: 'HJ-',
  hy: 'HY-',
  fy: 'FY-',
  th: 'TH-',
  tianhui: 'TH-',
  sj: 'SJ-',
  gj: 'GJ-',
  sv: 'SV-',
  superview: 'SuperView-',
  bj: 'BJ-',
  jl: 'JL-',
  tz: 'TZ-',
  alos: 'ALOS-',
  spot: 'SPOT-',
  worldview: 'WorldView-',
  ikonos: 'IKONOS-',
  eo: 'EO-',
};

/** Satellites without a number, and sources of products that are made of maps. */
const SATELLITES: Readonly<Record<string, string>> = {
  terra: 'Terra',
  aqua: 'Aqua',
  envisat: 'Envisat',
  ikonos: 'IKONOS',
  quickbird: 'QuickBird',
  geoeye: 'GeoEye',
  pleiades: 'Pléiades',
  planetscope: 'PlanetScope',
  rapideye: 'RapidEye',
  radarsat: 'RADARSAT',
  'natural-earth': 'Natural Earth',
};

/** Instruments that are no abbreviation of capitals; `etm` is short for the plus that belongs to it. */
const SENSORS: Readonly<Record<string, string>> = {
  csar: 'C-SAR',
  etm: 'ETM+',
  'shaded-relief': 'shaded relief',
};

/** What is this short is an abbreviation; longer words are not. */
const ABBREVIATION = /^[a-z][a-z0-9+-]{1,4}$/;
const NUMBERED = /^([a-z]+)[-_ ]?(\d.*)$/;

/** Names with capitals or Chinese characters were written by somebody, and are kept. */
const isMachineName = (name: string) => /^[\x20-\x7e]+$/.test(name) && name === name.toLowerCase();

/** A satellite as people know it: `sentinel-2a` is Sentinel-2A, `gf1` is GF-1. Filters and addresses keep the value. */
export function satelliteName(name: string | null | undefined): string {
  const text = (name ?? '').trim();
  if (!isMachineName(text)) return text;
  const [, family = '', number = ''] = NUMBERED.exec(text) ?? [];
  const known = FAMILIES[family];
  return known === undefined ? (SATELLITES[text] ?? text) : known + number.toUpperCase();
}

/** Instruments as people know them: `oli,tirs` is OLI/TIRS. */
export function sensorName(name: string | null | undefined): string {
  const parts = (name ?? '').split(/\s*[,;/]\s*/).filter((part) => part !== '');
  const one = (part: string) =>
    SENSORS[part] ?? (ABBREVIATION.test(part) ? part.toUpperCase() : part);
  return parts.map(one).join('/');
}
