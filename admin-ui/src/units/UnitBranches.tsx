import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { EmptyState, QueryResult, type UnitNode, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useUnitTree } from '../parts/useUnitTree';
import { AddNodeDialog } from './AddUnitDialog';
import { MoveUnitDialog, RemoveUnitDialog, RenameUnitDialog } from './UnitDialogs';
import type { UnitTask } from './UnitRow';
import { type Newcomer, UnitTreeGrid } from './UnitTreeGrid';
import { above, foundLines, openLines, treeOf, type UnitTree } from './unitTree';
import { useUnitAddress } from './useUnitAddress';

interface UnitBranchesProps {
  /** Whether a unit is being added at the top. */
  adding: boolean;
  onAdded: () => void;
}

/** Which unit belongs to which, and what is done with them. */
export function UnitBranches({ adding, onAdded }: UnitBranchesProps) {
  const query = useUnitTree();
  const units = query.data;
  const tree = useMemo(() => units && treeOf(units), [units]);
  return (
    <QueryResult query={{ data: tree, error: query.error, refetch: query.refetch }}>
      {(known) => <Branches tree={known} adding={adding} onAdded={onAdded} />}
    </QueryResult>
  );
}

/** What is open over the tree. */
interface Open {
  task: UnitTask;
  unit: UnitNode;
}

function Branches({ tree, adding, onAdded }: UnitBranchesProps & { tree: UnitTree }) {
  const { common } = useMessages();
  const { units: m } = useAdminMessages();
  const { q, open, setOpen } = useUnitAddress();
  const [task, setTask] = useState<Open | null>(null);
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null);
  const text = q.trim();
  const lines = useMemo(
    () => (text === '' ? openLines(tree, open) : foundLines(tree, text)),
    [tree, text, open],
  );
  const toggle = (id: string) => {
    // What is found stays open.
    if (text !== '') return;
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  /** Opens the branch of a unit that has just come below another one, and goes there. */
  const follow = (id: string, parentId: string | null) => {
    if (parentId !== null) setOpen([...new Set([...open, parentId, ...above(tree, parentId)])]);
    setNewcomer({ id });
  };
  return (
    <>
      {text === '' && <BranchButtons tree={tree} onOpen={setOpen} />}
      {lines.length === 0 ? (
        <EmptyState
          title={text === '' ? m.empty : common.noMatch}
          hint={text === '' ? m.emptyHint : undefined}
        />
      ) : (
        <UnitTreeGrid
          lines={lines}
          newcomer={newcomer}
          onToggle={toggle}
          onTask={(next, unit) => setTask({ task: next, unit })}
        />
      )}
      {adding && (
        <AddNodeDialog
          parent={null}
          initial={text}
          onClose={onAdded}
          onMade={({ id }) => follow(id, null)}
        />
      )}
      {task !== null && (
        <TaskDialog open={task} tree={tree} onFollow={follow} onClose={() => setTask(null)} />
      )}
    </>
  );
}

interface BranchButtonsProps {
  tree: UnitTree;
  onOpen: (ids: readonly string[]) => void;
}

/** Branches that an address holds: more would make it too long to be passed on. */
const MAX_OPEN = 100;

/** Opens the branches at the top, or closes all. */
function BranchButtons({ tree, onOpen }: BranchButtonsProps) {
  const { units: m } = useAdminMessages();
  const tops = (tree.below.get(null) ?? []).filter(({ id }) => tree.below.has(id));
  if (tops.length === 0) return null;
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, px: 1.5, py: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      <Button size="small" onClick={() => onOpen(tops.slice(0, MAX_OPEN).map(({ id }) => id))}>
        {m.openTops}
      </Button>
      <Button size="small" onClick={() => onOpen([])}>
        {m.closeAll}
      </Button>
    </Stack>
  );
}

interface TaskDialogProps {
  open: Open;
  tree: UnitTree;
  onFollow: (id: string, parentId: string | null) => void;
  onClose: () => void;
}

function TaskDialog({ open: { task, unit }, tree, onFollow, onClose }: TaskDialogProps) {
  if (task === 'add') {
    const onMade = ({ id }: UnitNode) => onFollow(id, unit.id);
    return <AddNodeDialog parent={unit} initial="" onClose={onClose} onMade={onMade} />;
  }
  if (task === 'rename') return <RenameUnitDialog unit={unit} onClose={onClose} />;
  if (task === 'remove') return <RemoveUnitDialog unit={unit} onClose={onClose} />;
  const onMoved = ({ id }: UnitNode, parentId: string | null) => onFollow(id, parentId);
  return <MoveUnitDialog unit={unit} tree={tree} onClose={onClose} onMoved={onMoved} />;
}
