import {
  type CatalogNode,
  type Condition,
  type Field,
  type InstrumentNames,
  type Locale,
  type Messages,
  UNNAMED_INSTRUMENTS,
} from '@scenedock/ui-kit';
import { conditionText } from './conditions/fieldConditions';
import { yearOf } from './conditions/TimeFields';
import { everyNode } from './conditions/treeModel';
import { type Criteria, EMPTY_CRITERIA } from './searchState';

/** One condition in words, and the change that takes it away. */
export type Word = {
  id: string;
  label: string;
  without: Partial<Criteria>;
  /** Short, for a summary. */
  short?: string;
};

/** Names that are not in the criteria themselves. */
export type Names = {
  tree: readonly CatalogNode[];
  /** The name or the size of the searched area. */
  area: string | null;
  fields?: readonly Field[];
  locale?: Locale;
  instruments?: InstrumentNames;
};

const lacks = <T>(list: readonly T[], value: T) => list.filter((one) => one !== value);

/** Where a summary has room for so many characters only: whole months and years are named as such. */
function shortTime({ from, to }: Criteria): string {
  const start = from?.endsWith('-01') ? from.slice(0, 7) : (from ?? '');
  const lastDay = to === null ? '' : monthEnd(to);
  const end = to !== null && to === lastDay ? to.slice(0, 7) : (to ?? '');
  const year = yearOf({ from, to });
  if (year !== null) return year;
  // Half a period in months would be misread.
  const whole = (from === null || start.length === 7) && (to === null || end.length === 7);
  if (!whole) return `${from ?? ''}..${to ?? ''}`;
  return start === end ? start : `${start}..${end}`;
}

function monthEnd(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return `${day.slice(0, 8)}${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
}

function fieldWord(
  condition: Condition,
  all: readonly Condition[],
  m: Messages,
  names: Names,
): Word {
  const field = names.fields?.find(({ key }) => key === condition.key);
  const label =
    field === undefined ? condition.key : names.locale === 'en' ? field.labelEn : field.label;
  const text = `${label} ${conditionText(condition, field, m)}`;
  return { id: `f-${condition.key}`, label: text, without: { conditions: lacks(all, condition) } };
}

/** The conditions of a search in words, in the order in which people name them: where, what, when, how clear. */
export function searchWords(criteria: Criteria, m: Messages, names: Names): Word[] {
  const { kind, area, nodeIds, from, to, cloudMax, text } = criteria;
  const labels = new Map(everyNode(names.tree).map((node) => [node.id, node.label]));
  const words: Word[] = [];
  const add = (id: string, label: string, without: Partial<Criteria>, short?: string) =>
    words.push({ id, label, without, ...(short === undefined ? {} : { short }) });
  if (area !== null) add('area', names.area ?? m.find.areaUnknown, { area: null });
  if (kind !== null) add('kind', m.catalogKind[kind], { kind: null });
  const [first] = nodeIds;
  if (first !== undefined && nodeIds.length > 3) {
    const label = m.find.nodes(labels.get(first) ?? String(first), nodeIds.length);
    add('nodes', label, { nodeIds: [], conditions: [] });
  } else {
    for (const id of nodeIds) {
      add(`n-${id}`, labels.get(id) ?? String(id), { nodeIds: lacks(nodeIds, id), conditions: [] });
    }
  }
  const { satellite, sensor } = names.instruments ?? UNNAMED_INSTRUMENTS;
  for (const one of criteria.satellites) {
    add(`sat-${one}`, satellite(one), { satellites: lacks(criteria.satellites, one) });
  }
  for (const one of criteria.sensors) {
    add(`sen-${one}`, sensor(one), { sensors: lacks(criteria.sensors, one) });
  }
  if (from !== null || to !== null) {
    const year = yearOf(criteria);
    const label = year === null ? m.find.time(from, to) : m.find.year(year);
    add('time', label, { from: null, to: null }, shortTime(criteria));
  }
  if (cloudMax !== null) {
    const limit = m.find.cloudAtMost(cloudMax);
    const label = criteria.unknownCloud ? m.find.withUnknownCloud(limit) : limit;
    add('cloud', label, { cloudMax: null, unknownCloud: false });
  }
  if (text !== '') add('text', `“${text}”`, { text: '' });
  if (criteria.onlineOnly) add('online', m.find.onlineOnly, { onlineOnly: false });
  for (const one of criteria.conditions) {
    words.push(fieldWord(one, criteria.conditions, m, names));
  }
  return words;
}

/** A search in one line, such as "北京市 · Sentinel-2 · 2024-01..2024-06 · 云量≤20%". */
export function searchSummary(criteria: Criteria, m: Messages, names: Names): string {
  const words = searchWords({ ...EMPTY_CRITERIA, ...criteria }, m, names);
  return words.map(({ label, short }) => short ?? label).join(' · ');
}
