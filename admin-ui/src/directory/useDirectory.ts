import { directory } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';

/** Everything below this is read anew after a change: the tree of other pages too. */
export const TREE_TOPIC = ['tree'] as const;
export const RULES_TOPIC = ['ingestRules'] as const;

/** Every node, as administrators see it. */
export function useDirectory() {
  return useQuery({
    queryKey: [...TREE_TOPIC, 'directory'],
    queryFn: ({ signal }) => directory.nodes({ signal }),
  });
}

/** The rules that place data which come in. Not while somebody changes them on this page. */
export function useIngestRules() {
  return useQuery({
    queryKey: [...RULES_TOPIC],
    queryFn: ({ signal }) => directory.rules({ signal }),
    refetchOnWindowFocus: false,
  });
}

export type DirectoryView = 'tree' | 'rules';

/** What the page shows, kept in its address. */
export function useDirectoryAddress() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const view: DirectoryView = params.get('view') === 'rules' ? 'rules' : 'tree';
  return {
    view,
    q: params.get('q') ?? '',
    show: (next: DirectoryView) => set('view', next === 'tree' ? '' : next),
    find: (text: string) => set('q', text),
  };
}
