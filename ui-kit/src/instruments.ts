/** Families of satellites as people write them; the rest of the name is kept. */
const FAMILIES: readonly [RegExp, string][] = [
  [/^sentinel[-_ ]?/i, 'Sentinel-'],
  [/^landsat[-_ ]?/i, 'Landsat '],
  [/^amazonia[-_ ]?/i, 'Amazonia-'],
  [/^terra$/i, 'Terra'],
  [/^aqua$/i, 'Aqua'],
  [/^(gf|zy|hj|cbers|hy|gj|sv|bj|jl|tz|gao ?fen)[-_ ]?(?=\d)/i, ''],
];

/** Instruments that are no abbreviation. */
const WORDS: Readonly<Record<string, string>> = { 'c-sar': 'C-SAR', csar: 'C-SAR', etm: 'ETM+' };

/** What is this short is an abbreviation; `shaded-relief` is not. */
const ABBREVIATION = /^[a-z][a-z0-9-]{1,4}$/;

/** A satellite as people know it: `sentinel-2a` is Sentinel-2A, `gf1` stays a GF-1 of the catalogue's. */
export function satelliteName(name: string | null | undefined): string {
  const text = (name ?? '').trim();
  // Names with capitals or Chinese characters were written by somebody.
  if (text !== text.toLowerCase() || !/^[\x20-\x7e]+$/.test(text)) return text;
  for (const [family, known] of FAMILIES) {
    if (!family.test(text)) continue;
    const rest = text.replace(family, '').toUpperCase();
    const [begin = ''] = family.exec(text) ?? [];
    return known === '' ? `${begin.replace(/[-_ ]$/, '').toUpperCase()}-${rest}` : known + rest;
  }
  return text;
}

/** Instruments as people know them: `oli,tirs` is OLI/TIRS. */
export function sensorName(name: string | null | undefined): string {
  const parts = (name ?? '').split(/\s*[,;/]\s*/).filter((part) => part !== '');
  const one = (part: string) =>
    ABBREVIATION.test(part) ? (WORDS[part] ?? part.toUpperCase()) : part;
  return parts.map(one).join('/');
}

/** Satellite and instruments in one: `Landsat 8 OLI/TIRS`. */
export function instrumentName(
  satellite: string | null | undefined,
  sensor: string | null | undefined,
): string {
  return [satelliteName(satellite), sensorName(sensor)].filter((part) => part !== '').join(' ');
}
