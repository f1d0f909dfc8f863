import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type CatalogNode, ErrorState, Loading, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useCatalogue } from '../scene/useCatalogue';

/** Ids of a node and of everything below it. */
export function withBelow(node: CatalogNode): number[] {
  return [node.id, ...node.children.flatMap(withBelow)];
}

type NodeProps = {
  node: CatalogNode;
  chosen: ReadonlySet<number>;
  onToggle: Toggle;
  depth: number;
};

type Toggle = (ids: number[], on: boolean) => void;

function Node({ node, chosen, onToggle, depth }: NodeProps) {
  const [open, setOpen] = useState(depth === 0);
  const ids = withBelow(node);
  const on = ids.filter((id) => chosen.has(id)).length;
  const leaf = node.children.length === 0;
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <Stack direction="row" sx={{ alignItems: 'center', pl: depth * 1.75, minHeight: 28 }}>
        <IconButton
          aria-label={node.label}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ p: 0.25, visibility: leaf ? 'hidden' : 'visible' }}
        >
          {open ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" />}
        </IconButton>
        <FormControlLabel
          sx={{ flex: 1, mr: 0, ml: 0, minWidth: 0 }}
          slotProps={{ typography: { variant: 'body2', noWrap: true } }}
          label={node.label}
          control={
            <Checkbox
              sx={{ p: 0.25, mr: 0.5 }}
              checked={on === ids.length}
              indeterminate={on > 0 && on < ids.length}
              onChange={(_, checked) => onToggle(ids, checked)}
            />
          }
        />
        <Typography variant="caption" color="textSecondary" sx={{ pl: 1 }}>
          {node.count.toLocaleString()}
        </Typography>
      </Stack>
      {open && !leaf ? (
        <Box component="ul" sx={{ m: 0, p: 0 }}>
          {node.children.map((child) => (
            <Node
              key={child.id}
              node={child}
              chosen={chosen}
              onToggle={onToggle}
              depth={depth + 1}
            />
          ))}
        </Box>
      ) : null}
    </Box>
  );
}

type Props = { chosen: number[]; onChange: (ids: number[]) => void };

/** The catalogue with check boxes; nothing ticked means everything. */
export function CatalogueTree({ chosen, onChange }: Props) {
  const m = useMessages();
  const { data, error, refetch } = useCatalogue();
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const set = new Set(chosen);
  const toggle: Toggle = (ids, on) => {
    const next = new Set(set);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    // A node is asked for together with all that is below it, so a parent may not stay without a child.
    const whole = (node: CatalogNode): void => {
      node.children.forEach(whole);
      if (node.children.some((child) => !next.has(child.id))) next.delete(node.id);
    };
    data.forEach(whole);
    onChange([...next].sort((a, b) => a - b));
  };
  return (
    <Box component="ul" aria-label={m.search.catalogue} sx={{ m: 0, p: 0 }}>
      {data.map((node) => (
        <Node key={node.id} node={node} chosen={set} onToggle={toggle} depth={0} />
      ))}
    </Box>
  );
}
