import type { CatalogKind } from '@scenedock/ui-kit';
import { formatWkt, type Position, type Ring } from '../../geo/wkt';

/** Half the width of the diamond that is searched around a click, in degrees. */
const REACH = 0.0001;

export const POINT_TYPES = ['WX', 'ZL', 'BZCP'] as const satisfies CatalogKind[];
export type PointType = (typeof POINT_TYPES)[number];

/** No saved search: as long ago as this, in days. */
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** A point query as the browser keeps it, one for each type of object. */
export type PointQueryState = {
  wkt: string;
  objType: PointType;
  nodeId: string;
  currentPage: number;
  /** The earliest acquisition, RFC 3339; empty for any time. */
  time: string;
};

export const storageKey = (type: PointType) => `scenedock.pointQuery.${type}`;

/** The diamond around a place, as WKT. */
export function diamond([lon, lat]: Position): string {
  const ring: Ring = [
    [lon, lat + REACH],
    [lon + REACH, lat],
    [lon, lat - REACH],
    [lon - REACH, lat],
    [lon, lat + REACH],
  ];
  return formatWkt([[ring]]);
}

export const daysAgo = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

/** What the browser kept of the last query for a type; at first the last 30 days. */
export function readPointQuery(type: PointType, now: Date): PointQueryState {
  const fresh = {
    wkt: '',
    objType: type,
    nodeId: '',
    currentPage: 1,
    time: daysAgo(now, DEFAULT_DAYS),
  };
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey(type)) ?? 'null') as unknown;
    if (typeof stored !== 'object' || stored === null) return fresh;
    const { wkt, nodeId, currentPage, time } = stored as Partial<PointQueryState>;
    const known = typeof time === 'string' && (time === '' || !Number.isNaN(Date.parse(time)));
    return {
      ...fresh,
      ...(typeof wkt === 'string' ? { wkt } : {}),
      ...(typeof nodeId === 'string' ? { nodeId } : {}),
      ...(Number.isInteger(currentPage) && Number(currentPage) > 0
        ? { currentPage: Number(currentPage) }
        : {}),
      ...(known ? { time } : {}),
    };
  } catch {
    return fresh;
  }
}

export function keepPointQuery(state: PointQueryState): void {
  try {
    localStorage.setItem(storageKey(state.objType), JSON.stringify(state));
  } catch {
    // Without storage the next query begins anew.
  }
}
