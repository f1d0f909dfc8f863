import Box from '@mui/material/Box';
import {
  type CatalogNode,
  CopyButton,
  type Fact,
  Facts,
  type SceneDetail,
  tokens,
  useInstrumentNames,
  useLocale,
} from '@scenedock/ui-kit';
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
    <>
      <span>{row.value}</span>
      {row.copy ? (
        <Box
          component="span"
          sx={{ ml: 0.25, '& button': { p: 0.25, fontSize: tokens.icon.text } }}
        >
          <CopyButton text={row.value} name={row.label} />
        </Box>
      ) : null}
    </>
  );
}

/** The metadata of a scene, label by label. */
export function SceneFields({ scene }: { scene: SceneDetail }) {
  const { locale, messages: m } = useLocale();
  const { data } = useCatalogue();
  const instruments = useInstrumentNames();
  const node = nodePath(data ?? [], scene.nodeid)?.join(' / ') ?? '-';
  const rows = [
    ...fieldRows(scene, locale, m, instruments),
    { key: 'node', label: m.scene.node, value: node, copy: false },
  ];
  const facts = rows.map((row): Fact => [row.label, <Value key={row.key} row={row} />]);
  return <Facts facts={facts} layout="fields" label={m.view.facts} />;
}
