import { api, type CatalogNode, useLocale } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

/** The tree with the English names that it has. */
const inEnglish = (tree: readonly CatalogNode[]): CatalogNode[] =>
  tree.map((node) => ({
    ...node,
    label: node.labelEn || node.label,
    children: inEnglish(node.children),
  }));

/** The tree of catalogue nodes, in the language of the page. */
export function useCatalogue() {
  const { locale } = useLocale();
  return useQuery({
    queryKey: ['tree'],
    queryFn: ({ signal }) => api.scenes.tree({ signal }),
    staleTime: 300_000,
    ...(locale === 'en' ? { select: inEnglish } : {}),
  });
}
