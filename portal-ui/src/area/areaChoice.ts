import { catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { areaKm2 } from '../geo/ellipsoid';
import { asBox, parseWkt, readAddressArea } from '../geo/readWkt';
import { boxWkt } from '../geo/wkt';

/**
 * Where to search: drawn, typed or uploaded (its WKT); a region of the administrative division; or an area too
 * elaborate for an address, which the server keeps under an id.
 */
export type AreaChoice =
  | { kind: 'drawn'; wkt: string }
  | { kind: 'region'; code: string }
  | { kind: 'kept'; id: string };

/** A longer WKT does not go into an address; it is kept by the server. */
const LONGEST_IN_ADDRESS = 1500;

/** The choice for a WKT, kept by the server where it is too long for an address. */
export async function chooseWkt(wkt: string): Promise<AreaChoice> {
  if (wkt.length <= LONGEST_IN_ADDRESS) return { kind: 'drawn', wkt };
  return { kind: 'kept', id: (await catalogue.keepArea(wkt)).areaId };
}

/** The part of a search call that says where. */
export function areaRequest(area: AreaChoice | null) {
  if (area === null) return {};
  if (area.kind === 'region') return { region: area.code };
  return area.kind === 'kept' ? { areaId: area.id } : { wkt: area.wkt };
}

/** What an address says of an area: `region`, `area`, `box` (west,south,east,north) or `wkt`. */
export function areaParams(area: AreaChoice | null): Record<string, string> {
  if (area === null) return {};
  if (area.kind === 'region') return { region: area.code };
  if (area.kind === 'kept') return { area: area.id };
  const box = asBox(area.wkt);
  return box === null ? { wkt: area.wkt } : { box: box.join(',') };
}

function boxOf(text: string | null): string | null {
  const sides = (text ?? '').split(',').map(Number);
  const [west = 0, south = 0, east = 0, north = 0] = sides;
  return text && sides.length === 4 && sides.every(Number.isFinite)
    ? boxWkt([west, south, east, north])
    : null;
}

/** Reads back what {@link areaParams} wrote; what does not make sense is no area. */
export function readAreaParams(params: URLSearchParams): AreaChoice | null {
  const code = params.get('region');
  if (code !== null && /^\d{9}$/.test(code)) return { kind: 'region', code };
  const id = params.get('area');
  if (id !== null && /^[\w-]{22}$/.test(id)) return { kind: 'kept', id };
  const wkt = readAddressArea(boxOf(params.get('box')) ?? params.get('wkt') ?? '');
  return wkt === null ? null : { kind: 'drawn', wkt };
}

/** A chosen area as screens show it. */
export type ShownArea = { wkt: string; km2: number; name: string | null };

async function load(area: AreaChoice, signal: AbortSignal): Promise<ShownArea> {
  if (area.kind === 'region') {
    const { wkt, areaName } = await catalogue.regionWkt(area.code, { signal });
    return { wkt, name: areaName, km2: areaKm2(parseWkt(wkt) ?? []) };
  }
  const wkt = area.kind === 'kept' ? (await catalogue.keptArea(area.id, { signal })).wkt : area.wkt;
  return { wkt, name: null, km2: areaKm2(parseWkt(wkt) ?? []) };
}

/** The chosen area with its shape; a drawn one is there at once. */
export function useArea(area: AreaChoice | null) {
  const query = useQuery({
    queryKey: ['area', area],
    queryFn: ({ signal }) => (area === null ? null : load(area, signal)),
    enabled: area !== null,
    staleTime: Number.POSITIVE_INFINITY,
    ...(area?.kind === 'drawn'
      ? { initialData: { wkt: area.wkt, name: null, km2: areaKm2(parseWkt(area.wkt) ?? []) } }
      : {}),
  });
  return { outline: area === null ? null : (query.data ?? null), error: query.error };
}
