import Alert from '@mui/material/Alert';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  blockRows,
  type DirectoryNode,
  directory,
  type IngestDryRun,
  type IngestRulesDraft,
  QueryResult,
  useLocale,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { nameOf } from './directoryModel';
import { RULES_TOPIC } from './useDirectory';

interface DryRunResultProps {
  draft: IngestRulesDraft;
  nodes: readonly DirectoryNode[];
}

/** Where data like those of the catalogue would go under these rules. */
export function DryRunResult({ draft, nodes }: DryRunResultProps) {
  const query = useQuery({
    queryKey: [...RULES_TOPIC, 'dryRun', draft],
    queryFn: () => directory.dryRun(draft),
    gcTime: 0,
  });
  return (
    <QueryResult query={query}>
      {(found) => <DryRunTable {...found} nodes={nodes} fallbackId={draft.fallbackId ?? null} />}
    </QueryResult>
  );
}

type DryRunTableProps = IngestDryRun &
  Pick<DryRunResultProps, 'nodes'> & { fallbackId: number | null };

function DryRunTable({ nodes, fallbackId, ...found }: DryRunTableProps) {
  const { items, collections, placed, toFallback, toNewNodes } = found;
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const name = (id: number) => {
    const node = nodes.find((one) => one.id === id);
    return node === undefined ? String(id) : nameOf(node, locale);
  };
  const reasonOf = (rule: number | null, to: number | null) => {
    if (rule !== null) return m.byRule(rule);
    if (to === null) return '';
    return to === fallbackId ? m.fallback : m.byCollection;
  };
  const says = [
    m.dryRunSays(placed, collections),
    ...(toFallback > 0 ? [m.toFallback(toFallback)] : []),
    ...(toNewNodes > 0 ? [m.toNewNodes(toNewNodes)] : []),
  ];
  return (
    <>
      <Alert severity={placed === collections ? 'success' : 'info'} sx={{ mx: 1.5, mb: 1 }}>
        {says.join(locale === 'en' ? '; ' : '；')}
      </Alert>
      <TableContainer tabIndex={0} role="group" aria-label={m.dryRun}>
        <Table
          aria-label={m.dryRun}
          sx={{ ...blockRows(820), display: { xs: 'block', sm: 'table' } }}
        >
          <TableHead>
            <TableRow>
              {[m.collection, m.satellite, m.sensor, m.level, m.from, m.to, m.why].map((head) => (
                <TableCell key={head} sx={{ minWidth: { sm: 110 } }}>
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <TableRow
                key={[item.fromId, item.satellite, item.sensor, item.level].join('\n')}
                hover
              >
                <TableCell data-label={m.collection}>{item.collection}</TableCell>
                <TableCell data-label={m.satellite}>{item.satellite}</TableCell>
                <TableCell data-label={m.sensor}>{item.sensor}</TableCell>
                <TableCell data-label={m.level}>{item.level}</TableCell>
                <TableCell data-label={m.from}>{name(item.fromId)}</TableCell>
                <TableCell data-label={m.to}>
                  {item.toId === null ? m.newNode : name(item.toId)}
                </TableCell>
                <TableCell data-label={m.why}>{reasonOf(item.rule, item.toId)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
