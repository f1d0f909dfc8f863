import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { ConfirmDialog, catalogue, type FieldList, useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { DraftBar } from '../parts/forms/DraftBar';
import { useCall } from '../parts/useCall';
import { FieldTable } from './FieldTable';
import { ListPreview } from './ListPreview';
import { DEFAULT_LIST, type Draft, draftOf, isGood, sameDraft } from './listDraft';
import { useExample } from './useExample';

export const TABS = ['display', 'query', 'preview'] as const;

export type EditorTab = (typeof TABS)[number];

interface ListEditorProps {
  list: FieldList;
  /** All nodes that have it may be changed. */
  mayChange: boolean;
  /** Nodes whose scenes are shown with it. */
  nodeIds: readonly number[];
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  onDirty: (dirty: boolean) => void;
  onDeleted: () => void;
}

type DeleteButtonProps = Pick<ListEditorProps, 'list' | 'mayChange' | 'onDeleted'>;

/** Why a list cannot be deleted; null: it can. */
function useObstacle({ list, mayChange }: Omit<DeleteButtonProps, 'onDeleted'>) {
  const m = useAdminMessages().fields;
  if (list.name === DEFAULT_LIST) return m.defaultStays;
  if (list.nodeIds.length > 0) return m.inUse;
  return mayChange ? null : m.notYours;
}

function DeleteButton({ list, mayChange, onDeleted }: DeleteButtonProps) {
  const m = useAdminMessages().fields;
  const { run, busy } = useCall(['fieldLists']);
  const [asking, setAsking] = useState(false);
  const why = useObstacle({ list, mayChange });
  const remove = async () => {
    const texts = { ok: m.deleted, failed: m.deleteFailed };
    const outcome = await run(() => catalogue.removeFieldList(list.name), texts);
    setAsking(false);
    if (outcome === 'accepted') onDeleted();
  };
  return (
    <>
      <Tooltip title={why ?? ''}>
        <span>
          <Button color="error" disabled={why !== null} onClick={() => setAsking(true)}>
            {m.delete}
          </Button>
        </span>
      </Tooltip>
      {asking ? (
        <ConfirmDialog
          danger
          busy={busy}
          text={m.confirmDelete(list.label)}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

/**
 * The list as it is being written. What replaces it meanwhile, an import above all, is taken over while nothing is
 * unsaved; else it is `isOvertaken`, and saving would undo what replaced it.
 */
function useWrittenList(list: FieldList) {
  const m = useAdminMessages().fields;
  const { run, busy } = useCall(['fieldLists']);
  const [opened, setOpened] = useState<Draft>(() => draftOf(list));
  const [draft, setDraft] = useState(opened);
  const now = draftOf(list);
  const open = () => {
    setOpened(now);
    setDraft(now);
  };
  const isReplaced = !sameDraft(opened, now);
  if (isReplaced && (sameDraft(draft, opened) || sameDraft(draft, now))) open();
  const save = async () => {
    const sent = { ...draft, label: draft.label.trim() };
    setDraft(sent);
    await run(() => catalogue.saveFieldList(list.name, { ...sent, version: list.version }), {
      ok: m.saved,
      failed: m.saveFailed,
    });
  };
  return {
    draft,
    set: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })),
    dirty: !sameDraft(draft, opened),
    isOvertaken: isReplaced && !busy,
    busy,
    save,
    undo: open,
  };
}

/** One list: its name, its two halves, and how a scene looks with it. */
export function ListEditor(props: ListEditorProps) {
  const { list, mayChange, nodeIds, tab, onTab, onDirty, onDeleted } = props;
  const { common } = useMessages();
  const m = useAdminMessages().fields;
  const { draft, set, dirty, isOvertaken, busy, save, undo } = useWrittenList(list);
  const example = useExample(nodeIds);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const names = Object.keys(example.scene?.properties ?? {});
  return (
    <Paper variant="outlined" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1.5, p: 1.5, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <TextField
          label={m.label}
          value={draft.label}
          required
          disabled={!mayChange}
          error={draft.label.trim() === ''}
          helperText={
            draft.label.trim() === '' ? m.labelNeeded : `${m.name}${common.colon}${list.name}`
          }
          slotProps={{ htmlInput: { maxLength: 60 } }}
          sx={{ flex: 1, minWidth: 180, maxWidth: 320 }}
          onChange={(event) => set({ label: event.target.value })}
        />
        <Box sx={{ flex: 1 }} />
        <DeleteButton list={list} mayChange={mayChange} onDeleted={onDeleted} />
      </Box>
      {mayChange ? null : (
        <Alert severity="info" sx={{ mx: 1.5, mb: 1 }}>
          {m.notYours}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(_, next: EditorTab) => onTab(next)}
        aria-label={list.label}
        variant="scrollable"
        sx={{ px: 1, borderBottom: 1, borderColor: 'divider', minHeight: 40 }}
      >
        <Tab value="display" label={`${m.display} ${draft.display.length}`} />
        <Tab value="query" label={`${m.query} ${draft.query.length}`} />
        <Tab value="preview" label={m.preview} />
      </Tabs>
      {tab === 'preview' ? (
        <ListPreview fields={draft.display} example={example} />
      ) : (
        <FieldTable
          key={tab}
          part={tab}
          fields={draft[tab]}
          properties={names}
          locked={!mayChange}
          onChange={(fields) => set({ [tab]: fields })}
        />
      )}
      {(mayChange || dirty) && (
        <DraftBar
          words={{
            ...m,
            dirty: isOvertaken ? m.overtaken : m.dirty,
            wrong: mayChange ? m.wrong : m.notYours,
          }}
          isDirty={dirty}
          isGood={mayChange && isGood(draft, m)}
          busy={busy}
          onUndo={undo}
          onSave={() => void save()}
        />
      )}
    </Paper>
  );
}
