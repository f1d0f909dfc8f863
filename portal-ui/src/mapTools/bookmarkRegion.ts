import type { LayerSwitch } from '@scenedock/ui-kit';
import type { AreaChoice } from '../area/areaChoice';

type RegionChoice = Extract<AreaChoice, { kind: 'region' }>;

const REGION = /^region\/(\d{9})$/;

/**
 * The layers of a bookmark with the region that is searched as one more on top: a bookmark has the shape of an area, but
 * no place for the name it goes by.
 */
export function withRegion(layers: readonly LayerSwitch[], area: AreaChoice | null): LayerSwitch[] {
  if (area?.kind !== 'region') return [...layers];
  const region = { serviceId: `region/${area.code}`, serviceStatus: 1 } as const;
  return [...layers, { ...region, serviceOrder: layers.length }];
}

/** The region that a bookmark was kept with; null when there was none. */
export function regionOf(layers: readonly LayerSwitch[]): RegionChoice | null {
  const codes = layers.map(({ serviceId }) => REGION.exec(serviceId)?.[1]);
  const code = codes.find((one) => one !== undefined);
  return code === undefined ? null : { kind: 'region', code };
}
