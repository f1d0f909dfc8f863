import type { Messages } from '@scenedock/ui-kit';
import { shapeOf } from '../geo/readWkt';
import { positions } from '../geo/wkt';
import type { AreaChoice } from './areaChoice';

/** An area with more vertices is not edited by hand. */
const MAX_EDITED = 2000;

/** Why an area, whose shape is `wkt` once it is known, cannot be edited; null when it can. */
export function whyNotEdited(m: Messages, area: AreaChoice, wkt: string | null): string | null {
  if (area.kind === 'region') return m.areaChip.noEditRegion;
  const shape = wkt === null ? null : shapeOf(wkt);
  if (shape === null) return m.areaChip.loading;
  return positions(shape).length > MAX_EDITED ? m.areaChip.noEdit : null;
}
