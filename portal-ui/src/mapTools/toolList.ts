import type { MapConfig } from '@scenedock/ui-kit';

/** What a server that has a tool list says beside the layers: the names of the tools that are offered only by wish. */
type WithTools = MapConfig & { tools?: readonly string[] };

/** Whether the tool list of the system configuration has the legend; without such a list it is offered. */
export function offersLegend(config: WithTools): boolean {
  return config.tools?.includes('legend') ?? true;
}
