import { catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ChosenArea } from '../area/AreaFields';
import { useRegion } from '../area/AreaOutline';
import type { AreaPlace } from './sceneConditions';

/** The area that an address names, with its name, and its outline once that is known; empty: there is none. */
export function useNamedArea(place: AreaPlace): { area: ChosenArea; outline: string } {
  const region = useRegion(place.kind === 'region' ? place.code : '');
  const id = place.kind === 'kept' ? place.id : '';
  const keptArea = useQuery({
    queryKey: ['areas', 'kept', id],
    queryFn: ({ signal }) => catalogue.keptArea(id, { signal }),
    enabled: id !== '',
    retry: false,
  });
  if (place.kind === 'none') return { area: { kind: 'none' }, outline: '' };
  if (place.kind === 'region') {
    const name = region.data?.areaName ?? place.code;
    const area = { kind: 'region', code: place.code, name } as const;
    return { area, outline: region.data?.wkt ?? '' };
  }
  const outline = keptArea.data?.wkt ?? '';
  return { area: { kind: 'wkt', wkt: outline, name: '' }, outline };
}
