import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type DirectoryNode, EmptyState, QueryResult, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PageHead } from '../parts/PageHead';
import { directoryRows, shownRows } from './directoryModel';
import { MoveDialog } from './MoveDialog';
import { NodeDialog } from './NodeDialog';
import { NodeTable } from './NodeTable';
import type { OpenNode } from './openNode';
import { RemoveDialog } from './RemoveDialog';
import { RulesPanel } from './RulesPanel';
import { type DirectoryView, useDirectory, useDirectoryAddress } from './useDirectory';
import { WithdrawDialog } from './WithdrawDialog';

/** The catalogue's tree and where data go that come in, for administrators. */
export function DirectoryPage() {
  const { directory: m } = useAdminMessages();
  const { view, show } = useDirectoryAddress();
  const query = useDirectory();
  const [open, setOpen] = useState<OpenNode | null>(null);
  const close = () => setOpen(null);
  const nodes = query.data?.items ?? [];
  const mayChangeAll = query.data?.mayChangeAll ?? false;
  const mayAdd = mayChangeAll || nodes.some(({ mayChange }) => mayChange);
  return (
    <>
      <PageHead title={m.title}>
        <Button size="medium" onClick={() => setOpen({ what: 'withdraw' })}>
          {m.withdrawal.open}
        </Button>
        <Tooltip describeChild title={query.isSuccess && !mayAdd ? m.notYours : ''}>
          <span>
            <Button
              size="medium"
              variant="contained"
              startIcon={<Add />}
              disabled={!mayAdd}
              onClick={() => setOpen({ what: 'add', parent: null })}
            >
              {m.add}
            </Button>
          </span>
        </Tooltip>
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Tabs
          value={view}
          onChange={(_, next: DirectoryView) => show(next)}
          aria-label={m.title}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="tree" label={m.tree} />
          <Tab value="rules" label={m.rules} />
        </Tabs>
        <QueryResult query={query}>
          {({ items }) =>
            view === 'tree' ? (
              <Nodes nodes={items} mayChangeAll={mayChangeAll} onOpen={setOpen} />
            ) : (
              <RulesPanel nodes={items} />
            )
          }
        </QueryResult>
      </Paper>
      {open?.what === 'add' && (
        <NodeDialog
          nodes={nodes}
          parent={open.parent}
          mayChangeAll={mayChangeAll}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && (
        <NodeDialog nodes={nodes} node={open.node} mayChangeAll={mayChangeAll} onClose={close} />
      )}
      {open?.what === 'move' && (
        <MoveDialog
          nodes={nodes}
          node={open.node}
          destination={open.destination}
          mayChangeAll={mayChangeAll}
          onClose={close}
        />
      )}
      {open?.what === 'remove' && <RemoveDialog node={open.node} onClose={close} />}
      {open?.what === 'withdraw' && <WithdrawDialog onClose={close} />}
    </>
  );
}

interface NodesProps {
  nodes: readonly DirectoryNode[];
  mayChangeAll: boolean;
  onOpen: (open: OpenNode) => void;
}

function Nodes({ nodes, mayChangeAll, onOpen }: NodesProps) {
  const { common } = useMessages();
  const { directory: m } = useAdminMessages();
  const { q, find } = useDirectoryAddress();
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const rows = shownRows(directoryRows(nodes), folded, q);
  const fold = (id: number) =>
    setFolded((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  if (nodes.length === 0) return <EmptyState title={m.empty} hint={m.emptyHint} />;
  return (
    <>
      <TextField
        type="search"
        label={m.find}
        value={q}
        onChange={(event) => find(event.target.value)}
        sx={{ width: 260, m: 1.5 }}
      />
      {rows.length === 0 ? (
        <EmptyState title={common.noMatch} />
      ) : (
        <NodeTable
          nodes={nodes}
          rows={rows}
          folded={folded}
          mayChangeAll={mayChangeAll}
          onFold={fold}
          onOpen={onOpen}
        />
      )}
      <Typography variant="caption" color="textSecondary" component="p" sx={{ p: 1.5, m: 0 }}>
        {m.keys}
      </Typography>
    </>
  );
}
