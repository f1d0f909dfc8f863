import { catalogue } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useRegion } from '../area/AreaOutline';
import type { ChosenArea } from '../area/chosenArea';
import type { AreaPlace } from './sceneConditions';

/** The area that an address names, with its name, and its outline once that is known; empty: there is none. */
export function useNamedArea(address: AreaPlace): { area: ChosenArea; outline: string } {
  const region = useRegion(address.kind === 'region' ? address.code : '');
  const id = address.kind === 'kept' ? address.id : '';
  const keptArea = useQuery({
    queryKey: ['areas', 'kept', id],
    queryFn: ({ signal }) => catalogue.keptArea(id, { signal }),
    enabled: id !== '',
    retry: false,
  });
  if (address.kind === 'none') return { area: { kind: 'none' }, outline: '' };
  if (address.kind === 'region') {
    const name = region.data?.areaName ?? address.code;
    const area = { kind: 'region', code: address.code, name } as const;
    return { area, outline: region.data?.wkt ?? '' };
  }
  const outline = keptArea.data?.wkt ?? '';
  return { area: { kind: 'wkt', wkt: outline, name: '' }, outline };
}
