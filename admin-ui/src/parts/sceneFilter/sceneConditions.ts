import type { CatalogueSearch } from '@scenedock/ui-kit';

/** Where scenes are to be, as an address names it: an outline of one's own is kept by the server under an id. */
export type AreaPlace =
  | { kind: 'none' }
  | { kind: 'region'; code: string }
  | { kind: 'kept'; id: string };

/** What scenes are looked for. Days are `yyyy-MM-dd` in Beijing; null and empty do not narrow. */
export interface SceneConditions {
  nodeIds: readonly number[];
  satellites: readonly string[];
  from: string | null;
  to: string | null;
  /** Percent. */
  cloudMax: number | null;
  /** With a limit of cloud: scenes whose cloud cover nobody knows are let through. */
  unknownCloud: boolean;
  text: string;
  onlineOnly: boolean;
  area: AreaPlace;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Names of all conditions in an address. */
const NAMES = 'nodes satellites from to cloud unknownCloud q online region area'.split(' ');

const list = (text: string | null) => (text ?? '').split(',').filter((part) => part !== '');

function day(text: string | null): string | null {
  return text !== null && DAY.test(text) ? text : null;
}

function percent(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return value >= 0 && value <= 100 ? value : null;
}

function areaPlace(params: URLSearchParams): AreaPlace {
  const code = params.get('region') ?? '';
  const id = params.get('area') ?? '';
  if (code !== '') return { kind: 'region', code };
  return id === '' ? { kind: 'none' } : { kind: 'kept', id };
}

/** The conditions that an address names; what is none is left out. */
export function readConditions(params: URLSearchParams): SceneConditions {
  return {
    nodeIds: list(params.get('nodes')).map(Number).filter(Number.isSafeInteger),
    satellites: list(params.get('satellites')),
    from: day(params.get('from')),
    to: day(params.get('to')),
    cloudMax: percent(params.get('cloud')),
    unknownCloud: params.get('unknownCloud') === '1',
    text: params.get('q') ?? '',
    onlineOnly: params.get('online') === '1',
    area: areaPlace(params),
  };
}

/** The address with these conditions in place of those that it names. */
export function writeConditions(now: URLSearchParams, wanted: SceneConditions): URLSearchParams {
  const next = new URLSearchParams(now);
  for (const name of NAMES) next.delete(name);
  const { area } = wanted;
  const values: Record<string, string | null> = {
    nodes: wanted.nodeIds.join(','),
    satellites: wanted.satellites.join(','),
    from: wanted.from,
    to: wanted.to,
    cloud: wanted.cloudMax === null ? null : String(wanted.cloudMax),
    unknownCloud: wanted.cloudMax !== null && wanted.unknownCloud ? '1' : null,
    q: wanted.text.trim(),
    online: wanted.onlineOnly ? '1' : null,
    region: area.kind === 'region' ? area.code : null,
    area: area.kind === 'kept' ? area.id : null,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== '') next.set(name, value);
  }
  return next;
}

/** The search that finds them. */
export function searchOf(wanted: SceneConditions): CatalogueSearch {
  const { area, cloudMax } = wanted;
  return {
    ...(wanted.nodeIds.length > 0 ? { nodeIds: [...wanted.nodeIds] } : {}),
    ...(wanted.satellites.length > 0 ? { satellites: [...wanted.satellites] } : {}),
    ...(wanted.from !== null ? { from: wanted.from } : {}),
    ...(wanted.to !== null ? { to: wanted.to } : {}),
    ...(cloudMax !== null ? { cloudMax } : {}),
    ...(cloudMax !== null && wanted.unknownCloud ? { unknownCloud: 'include' as const } : {}),
    ...(wanted.text.trim() !== '' ? { text: wanted.text.trim() } : {}),
    ...(wanted.onlineOnly ? { onlineOnly: true } : {}),
    ...(area.kind === 'region' ? { region: area.code } : {}),
    ...(area.kind === 'kept' ? { areaId: area.id } : {}),
  };
}
