import { ApiError } from '@scenedock/ui-kit';

const AREA_FIELDS: ReadonlySet<string> = new Set(['wkt', 'region', 'areaId']);

/** What a search's refusal says about its area, such as that it is larger than the country; else null. */
export function areaFault(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.errors.find(({ field }) => AREA_FIELDS.has(field))?.detail ?? null;
}
