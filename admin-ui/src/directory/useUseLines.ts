import { type CatalogNodeUses, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

const SORTS = [
  'scenes',
  'children',
  'grants',
  'searches',
  'subscriptions',
  'fieldLists',
  'orders',
  'rules',
] as const satisfies (keyof CatalogNodeUses)[];

interface Named {
  names: readonly string[];
  /** How many of the sort they stand for. */
  count: number;
}

const each = (names: readonly string[]): Named => ({ names, count: names.length });

/** Who needs a node, each sort in a line: how many there are, and the first of them by name. */
export function useUseLines(): (uses: CatalogNodeUses) => string[] {
  const { common } = useMessages();
  const { directory: m } = useAdminMessages();
  const people = (users: CatalogNodeUses['by']['grants']): Named => ({
    names: users.map(({ who, count }) => m.times(who || m.everybody, count)),
    count: users.reduce((sum, { count }) => sum + count, 0),
  });
  const namedOf = ({ by }: CatalogNodeUses): Partial<Record<(typeof SORTS)[number], Named>> => ({
    children: each(by.children),
    grants: people(by.grants),
    searches: people(by.searches),
    subscriptions: people(by.subscriptions),
    orders: each(by.orders),
    rules: each([...by.rules.map(m.ruleAt), ...(by.isFallback ? [m.fallback] : [])]),
  });
  return (uses) => {
    const named = namedOf(uses);
    return SORTS.filter((sort) => uses[sort] > 0).map((sort) => {
      const line = m.uses[sort](uses[sort]);
      const { names, count } = named[sort] ?? each([]);
      if (names.length === 0) return line;
      return m.named(line, names.join(common.listComma) + (uses[sort] > count ? '…' : ''));
    });
  };
}
