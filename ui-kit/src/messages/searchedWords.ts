import type { SubscriptionArea, SubscriptionCriteria } from '../api/types';
import { furtherCriteria } from './criteriaWords';
import type { zhSubscriptions } from './subscriptions.zh-CN';

type SubscriptionWords = typeof zhSubscriptions;

/** Nodes that a list of all conditions names; more are counted. */
const MAX_LISTED = 30;

/** Where scenes have to be; null: anywhere. */
export function areaText(
  { hasArea, regionName }: Pick<SubscriptionCriteria, 'hasArea' | 'regionName'>,
  w: SubscriptionWords,
): string | null {
  return hasArea ? (regionName ?? w.area) : null;
}

/** Catalogue nodes, the first by name; those behind them, and those that the reader does not see, are counted. Null: any. */
export function nodesText(
  { nodeIds, nodes }: Pick<SubscriptionCriteria, 'nodeIds' | 'nodes'>,
  w: SubscriptionWords,
  most: number,
): string | null {
  if (nodeIds.length === 0) return null;
  const names = nodes.slice(0, most).map((node) => w.fieldLabel(node));
  if (names.length === 0) return w.nodes(nodeIds.length);
  return w.nodesNamed(w.list(names), nodeIds.length - names.length);
}

/** How clear scenes have to be, and what becomes of those of which nobody knows it; null: any. */
export function cloudText(
  { cloudMax, unknownCloud }: Pick<SubscriptionCriteria, 'cloudMax' | 'unknownCloud'>,
  w: SubscriptionWords,
): string | null {
  if (unknownCloud === 'only') return w.cloudUnknownOnly;
  if (cloudMax === null) return null;
  return unknownCloud === 'include' ? w.cloudWithUnknown(cloudMax) : w.cloud(cloudMax);
}

type Bounds = NonNullable<SubscriptionArea['bounds']>;

/** A box whose east may count on beyond 180. */
function boundsText({ west, east, south, north }: Bounds, w: SubscriptionWords): string {
  const degrees = (side: number) => `${(side > 180 ? side - 360 : side).toFixed(2)}°`;
  return w.bounds({
    west: degrees(west),
    east: degrees(east),
    south: degrees(south),
    north: degrees(north),
  });
}

/** Every condition of a subscription by its name, also those that were not set: who approves it sees that they were not. */
export function searchFacts(
  criteria: SubscriptionCriteria,
  bounds: Bounds | null,
  w: SubscriptionWords,
): [string, string][] {
  const { conditions: names } = w;
  const area = [areaText(criteria, w), bounds === null ? null : boundsText(bounds, w)];
  const conditions: [string, string | null][] = [
    [names.nodes, nodesText(criteria, w, MAX_LISTED)],
    [names.area, area.filter(Boolean).join(' · ')],
    [names.satellites, w.list(criteria.satellites)],
    [names.sensors, w.list(criteria.sensors)],
    [names.cloud, cloudText(criteria, w)],
    [names.text, criteria.text],
    [names.further, furtherCriteria(criteria, w).join(' · ')],
  ];
  return conditions.map(([name, value]) => [name, value || w.anyValue]);
}
