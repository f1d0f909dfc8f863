import { catalogue, type Field } from '@scenedock/ui-kit';
import { useQueries } from '@tanstack/react-query';

const NONE: Field[] = [];

/** With more nodes than this it is not worth asking whether they share one list. */
const MAX_NODES = 12;

const fieldsOf = (id: number) => ({
  queryKey: ['nodeFields', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => catalogue.fields(id, { signal }),
  staleTime: 300_000,
  retry: false,
});

/** The query fields of any of these nodes, for the names of the fields. */
export function useFieldNames(nodeIds: readonly number[]): Field[] {
  return useQueries({
    queries: [...new Set(nodeIds)].map(fieldsOf),
    combine: (answers) => answers.flatMap((answer) => answer.data?.query ?? []),
  });
}

/** The query fields of the chosen nodes, when there is one node or they all share one list; else none. */
export function useNodeFields(nodeIds: readonly number[]): Field[] {
  const ids = nodeIds.length <= MAX_NODES ? nodeIds : [];
  return useQueries({
    queries: ids.map(fieldsOf),
    combine: (answers) => {
      const [first, ...others] = answers.map((answer) => answer.data);
      const shared = first !== undefined && others.every((other) => other?.list === first.list);
      return shared ? first.query : NONE;
    },
  });
}
