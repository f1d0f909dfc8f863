import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type CatalogKind, type CatalogNode, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { useCatalogue } from '../../scene/useCatalogue';
import { RowSkeletons } from '../RowSkeletons';
import { TreeRow } from './TreeRow';
import { namedLike, ofKind, toggled, treeLines } from './treeModel';
import { useTreeKeys } from './useTreeKeys';

/** A catalogue with fewer nodes than this is looked through faster than it is typed into. */
const SEARCHED_FROM = 7;

type Props = {
  kind: CatalogKind | null;
  chosen: number[];
  onChange: (ids: number[]) => void;
};

function Tree({
  tree,
  found,
  chosen,
  onChange,
}: Omit<Props, 'kind'> & Record<'tree' | 'found', CatalogNode[]>) {
  const m = useMessages();
  // What was opened or closed by hand; otherwise the tops are open, and everything while something is looked for.
  const [byHand, setByHand] = useState<ReadonlyMap<number, boolean>>(new Map());
  const searching = found !== tree;
  const tops = useMemo(() => new Set(tree.map((node) => node.id)), [tree]);
  const lines = useMemo(
    () =>
      treeLines(found, new Set(chosen), (node) =>
        searching ? true : (byHand.get(node.id) ?? tops.has(node.id)),
      ),
    [found, chosen, searching, byHand, tops],
  );
  const toggle = (id: number) => onChange(toggled(tree, chosen, id));
  const open = (id: number, on: boolean) => setByHand((old) => new Map(old).set(id, on));
  const keys = useTreeKeys(lines, { onOpen: open, onToggle: toggle });
  if (lines.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" role="status" sx={{ py: 1 }}>
        {m.find.treeNone}
      </Typography>
    );
  }
  return (
    <Box
      role="tree"
      aria-label={m.search.catalogue}
      aria-multiselectable
      ref={keys.ref}
      onKeyDown={keys.onKeyDown}
      sx={{ mx: -0.5 }}
    >
      {lines.map((line) => (
        <TreeRow
          key={line.node.id}
          line={line}
          current={keys.current === line.node.id}
          onFocus={keys.onFocus}
          onOpen={open}
          onToggle={toggle}
        />
      ))}
    </Box>
  );
}

/** The catalogue; a node stands for all that is below it, and nothing ticked means everything. */
export function CatalogueTree({ kind, chosen, onChange }: Props) {
  const m = useMessages();
  const query = useCatalogue();
  const { data } = query;
  const [text, setText] = useState('');
  const tree = useMemo(() => ofKind(data ?? [], kind), [data, kind]);
  const found = useMemo(() => (text.trim() === '' ? tree : namedLike(tree, text)), [tree, text]);
  const many = treeLines(tree, new Set(), () => true).length >= SEARCHED_FROM;
  return (
    <QueryResult query={query} waiting={<RowSkeletons rows={6} height={28} />}>
      {() => (
        <>
          {many ? (
            <TextField
              fullWidth
              type="search"
              label={m.find.treeSearch}
              value={text}
              onChange={(event) => setText(event.target.value)}
              sx={{ mb: 1 }}
            />
          ) : null}
          <Tree tree={tree} found={found} chosen={chosen} onChange={onChange} />
          {chosen.length > 0 ? (
            <Button onClick={() => onChange([])} sx={{ mt: 0.5 }}>
              {m.find.treeClear}
            </Button>
          ) : null}
        </>
      )}
    </QueryResult>
  );
}
