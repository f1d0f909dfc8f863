import Box from '@mui/material/Box';
import { type CatalogNode, CopyButton, type SceneDetail, useLocale } from '@scenedock/ui-kit';
import { type FieldRow, fieldRows } from './fieldRows';
import { useCatalogue } from './useCatalogue';

/** Where the node stands in the catalogue, from the top. */
function nodePath(nodes: readonly CatalogNode[], id: number): string[] | null {
  for (const node of nodes) {
    if (node.id === id) return [node.label];
    const below = nodePath(node.children, id);
    if (below !== null) return [node.label, ...below];
  }
  return null;
}

function Value({ row }: { row: FieldRow }) {
  return (
    <dd>
      <span>{row.value}</span>
      {row.copy ? (
        <Box component="span" sx={{ ml: 0.25, '& button': { p: 0.25, fontSize: '0.9rem' } }}>
          <CopyButton text={row.value} name={row.label} />
        </Box>
      ) : null}
    </dd>
  );
}

/** The metadata of a scene, label by label. */
export function SceneFields({ scene }: { scene: SceneDetail }) {
  const { locale, messages: m } = useLocale();
  const { data } = useCatalogue();
  const node = nodePath(data ?? [], scene.nodeid)?.join(' / ') ?? '-';
  const rows = [
    ...fieldRows(scene, locale, m),
    { key: 'node', label: m.scene.node, value: node, copy: false },
  ];
  return (
    <Box
      component="dl"
      aria-label={m.view.facts}
      sx={{
        m: 0,
        // Down the first column, then the second: longitude and latitude of a corner stay together.
        columnWidth: 300,
        columnGap: 3,
        fontSize: '0.8125rem',
        '& > div': {
          breakInside: 'avoid',
          display: 'grid',
          gridTemplateColumns: 'minmax(104px, 36%) minmax(0, 1fr)',
          columnGap: 1.5,
          alignItems: 'baseline',
          py: 0.5,
          borderBottom: '1px solid',
          borderColor: 'divider',
        },
        '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{row.label}</dt>
          <Value row={row} />
        </div>
      ))}
    </Box>
  );
}
