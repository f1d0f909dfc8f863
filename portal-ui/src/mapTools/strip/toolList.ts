import type { MapConfig } from '@scenedock/ui-kit';

/** Whether the tool list of the system configuration has the legend. */
export function offersLegend(config: MapConfig): boolean {
  return config.tools.includes('legend');
}
