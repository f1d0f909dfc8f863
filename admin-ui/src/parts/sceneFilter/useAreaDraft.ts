import { catalogue } from '@scenedock/ui-kit';
import { useState } from 'react';
import type { ChosenArea } from '../area/chosenArea';
import type { AreaPlace } from './sceneConditions';
import { useNamedArea } from './useNamedArea';

const keyOf = (address: AreaPlace) => JSON.stringify(address);

/** The area of a form that is being filled in; the address has another say when it changes. */
export function useAreaDraft(address: AreaPlace) {
  const { area: named } = useNamedArea(address);
  const [draft, setDraft] = useState<{ of: string; area: ChosenArea } | null>(null);
  const isOfThis = draft !== null && draft.of === keyOf(address);
  const area = isOfThis ? draft.area : named;
  return {
    area,
    setArea: (next: ChosenArea) => setDraft({ of: keyOf(address), area: next }),
    /** What the address is to name. An outline of one's own is kept first; the server refuses what is none. */
    addressArea: async (): Promise<AreaPlace> => {
      if (!isOfThis) return address;
      if (area.kind === 'region' && area.code !== '') return { kind: 'region', code: area.code };
      if (area.kind !== 'wkt' || area.wkt.trim() === '') return { kind: 'none' };
      const { areaId } = await catalogue.keepArea(area.wkt);
      return { kind: 'kept', id: areaId };
    },
  };
}
