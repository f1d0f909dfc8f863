import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import {
  byParameters,
  type CatalogNode,
  directory,
  EmptyState,
  ErrorState,
  type FieldList,
  Loading,
  NotFoundState,
} from '@scenedock/ui-kit';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FIELD_CONFIG } from '../layout/menuPages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { PageHead } from '../parts/PageHead';
import { TableButtons } from '../parts/TableButtons';
import { WayBack } from '../parts/WayBack';
import { AddListDialog } from './AddListDialog';
import { ImportFieldsDialog } from './ImportFieldsDialog';
import { ListEditor, TABS } from './ListEditor';
import { ListMenu } from './ListMenu';
import { DEFAULT_LIST, nodeRows, nodesOf } from './listDraft';
import { NodeLists } from './NodeLists';
import { useFieldLists, useTree } from './useFieldLists';

type View = 'lists' | 'nodes';

/** The tabs of a list are of one draft; another list and the other half of the page are not. */
const ANOTHER_LIST = byParameters('view', 'list');

/** The open list, its tab, and which half of the page: kept in the address. */
function useFieldsAddress() {
  const [params, setParams] = useSearchParams();
  const set = (changes: Record<string, string>) =>
    setParams((old) => {
      for (const [name, value] of Object.entries(changes)) old.set(name, value);
      return old;
    });
  const view: View = params.get('view') === 'nodes' ? 'nodes' : 'lists';
  return {
    view,
    list: params.get('list'),
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'display',
    set,
  };
}

interface ListsProps {
  lists: FieldList[];
  /** Names of those that may be changed. */
  changeable: readonly string[];
  tree: CatalogNode[];
  /** The lists are being read anew: one that was just made may be among them. */
  isReading: boolean;
}

function NoSuchList({ isReading }: Pick<ListsProps, 'isReading'>) {
  const m = useAdminMessages().fields;
  return isReading ? (
    <Loading />
  ) : (
    <NotFoundState title={m.noSuchList} back={<WayBack to={FIELD_CONFIG} />} />
  );
}

function Lists({ lists, changeable, tree, isReading }: ListsProps) {
  const m = useAdminMessages().fields;
  const { list: listName, tab, set } = useFieldsAddress();
  const [adding, setAdding] = useState(false);
  const [dirty, setDirty] = useState(false);
  const deleted = useRef<string | null>(null);
  const list = listName === null ? lists[0] : lists.find(({ name }) => name === listName);
  const onDirty = useCallback((now: boolean) => setDirty(now), []);
  const open = (name: string) => set({ list: name });
  if (lists.length === 0) return <EmptyState title={m.none} />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' },
      }}
    >
      <ListMenu
        lists={lists}
        chosen={list?.name ?? ''}
        onChoose={(name) => name !== list?.name && open(name)}
        onAdd={() => setAdding(true)}
      />
      {list === undefined ? (
        <NoSuchList isReading={isReading} />
      ) : (
        <ListEditor
          key={list.name}
          list={list}
          mayChange={changeable.includes(list.name)}
          nodeIds={nodesOf(nodeRows(tree, lists), list.name)}
          tab={tab}
          onTab={(to) => set({ tab: to })}
          onDirty={onDirty}
          onDeleted={() => {
            deleted.current = list.name;
            open(DEFAULT_LIST);
          }}
        />
      )}
      {adding ? (
        <AddListDialog
          lists={lists}
          onClose={() => setAdding(false)}
          onMade={(name) => {
            setAdding(false);
            open(name);
          }}
        />
      ) : null}
      <LeaveQuestion
        unsaved={dirty}
        text={m.leave}
        leaves={(from, to) => list?.name !== deleted.current && ANOTHER_LIST(from, to)}
      />
    </Box>
  );
}

/** What is shown of scenes and searched by, and which node has which list. */
export function FieldsPage() {
  const m = useAdminMessages().fields;
  const { view, set } = useFieldsAddress();
  const lists = useFieldLists();
  const tree = useTree();
  const error = lists.error ?? tree.error;
  const retry = () => {
    void lists.refetch();
    void tree.refetch();
  };
  const ready = lists.data !== undefined && tree.data !== undefined;
  const [importing, setImporting] = useState(false);
  return (
    <>
      <PageHead title={m.title}>
        <TableButtons
          table={directory.fieldTableUrl()}
          names={{ export: m.export, import: m.import.open }}
          onImport={() => setImporting(true)}
        />
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {m.intro}
      </Typography>
      <Tabs
        value={view}
        onChange={(_, next: View) => set({ view: next })}
        aria-label={m.title}
        sx={{ mb: 1.5, minHeight: 40 }}
      >
        <Tab value="lists" label={m.lists} />
        <Tab value="nodes" label={m.nodes} />
      </Tabs>
      {error && !ready ? <ErrorState error={error} onRetry={retry} /> : null}
      {!ready && !error ? <Loading /> : null}
      {ready && view === 'lists' ? (
        <Lists
          lists={lists.data.items}
          changeable={lists.data.changeableLists}
          tree={tree.data}
          isReading={lists.isFetching}
        />
      ) : null}
      {importing ? <ImportFieldsDialog onClose={() => setImporting(false)} /> : null}
      {ready && view === 'nodes' ? (
        <NodeLists
          rows={nodeRows(tree.data, lists.data.items)}
          lists={lists.data.items}
          changeable={{
            nodes: lists.data.changeableNodeIds,
            lists: lists.data.changeableLists,
          }}
          onOpen={(list) => set({ view: 'lists', list })}
        />
      ) : null}
    </>
  );
}
