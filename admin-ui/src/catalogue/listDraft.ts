import type { CatalogNode, Field, FieldList } from '@scenedock/ui-kit';
import type { AdminMessages } from '../i18n/zh';
import { fieldOf, isDerived } from './knownFields';

/** What of a list can be changed. */
export type Draft = Pick<FieldList, 'label' | 'display' | 'query'>;

/** The two halves of a list. */
export type Part = 'display' | 'query';

export const DEFAULT_LIST = 'default';

/** The list of archives for which nothing else is said. */
const ARCHIVE_LIST = 'geologicalarchive';

export const isListName = (name: string) => /^[a-z0-9_]{1,40}$/.test(name);

export const draftOf = ({ label, display, query }: FieldList): Draft => ({ label, display, query });

/** Whether two drafts hold the same. The server writes no unit where there is none. */
export function sameDraft(a: Draft, b: Draft): boolean {
  const plain = ({ key, label, labelEn, kind, unit }: Field) => [
    key,
    label,
    labelEn,
    kind,
    unit || '',
  ];
  const text = ({ label, display, query }: Draft) =>
    JSON.stringify([label, display.map(plain), query.map(plain)]);
  return text(a) === text(b);
}

/** What is wrong with a field, by the name of what holds it. */
export type FieldFault = Partial<Record<'key' | 'label' | 'labelEn', string>>;

export function fieldFault(part: Part, field: Field, m: AdminMessages['fields']): FieldFault {
  const missing = (text: string) => (text.trim() === '' ? m.needLabel : undefined);
  const fault: Record<string, string | undefined> = {
    key:
      fieldOf(field.key) === null
        ? m.badKey
        : part === 'query' && isDerived(field.key)
          ? m.noQuery
          : undefined,
    label: missing(field.label),
    labelEn: missing(field.labelEn),
  };
  return Object.fromEntries(Object.entries(fault).filter(([, text]) => text !== undefined));
}

/** Whether the draft can be sent. */
export function isGood(draft: Draft, m: AdminMessages['fields']): boolean {
  const whole = (part: Part) =>
    draft[part].every((field) => Object.keys(fieldFault(part, field, m)).length === 0);
  return (
    draft.label.trim() !== '' && draft.display.length > 0 && whole('display') && whole('query')
  );
}

/** A node of the tree with the list it has: its own, or that of the node above. */
export type NodeRow = {
  node: CatalogNode;
  depth: number;
  own: string | null;
  /** What it has when it has none of its own. */
  above: string;
  /** The node above whose list that is; null: it is what is usual. */
  from: string | null;
};

/** Every node of the tree, top down, with its list. */
export function nodeRows(tree: readonly CatalogNode[], lists: readonly FieldList[]): NodeRow[] {
  const owner = new Map(lists.flatMap(({ name, nodeIds }) => nodeIds.map((id) => [id, name])));
  const archives = lists.some(({ name }) => name === ARCHIVE_LIST) ? ARCHIVE_LIST : DEFAULT_LIST;
  const below = (
    nodes: readonly CatalogNode[],
    depth: number,
    above: string | null,
    from: string | null,
  ): NodeRow[] =>
    nodes.flatMap((node) => {
      const usual = above ?? (node.objType === 'ZL' ? archives : DEFAULT_LIST);
      const own = owner.get(node.id) ?? null;
      const giver = own === null ? from : node.label;
      return [
        { node, depth, own, above: usual, from },
        ...below(node.children, depth + 1, own ?? usual, giver),
      ];
    });
  return below(tree, 0, null, null);
}

/** Nodes whose scenes are shown with a list. */
export const nodesOf = (rows: readonly NodeRow[], list: string): number[] =>
  rows.filter(({ own, above }) => (own ?? above) === list).map(({ node }) => node.id);
