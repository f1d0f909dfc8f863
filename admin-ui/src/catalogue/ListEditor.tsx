import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { ConfirmDialog, catalogue, type FieldList } from '@scenedock/ui-kit';
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
  /** Nodes whose scenes are shown with it. */
  nodeIds: readonly number[];
  tab: EditorTab;
  onTab: (tab: EditorTab) => void;
  onDirty: (dirty: boolean) => void;
  onDeleted: () => void;
}

function DeleteButton({ list, onDeleted }: Pick<ListEditorProps, 'list' | 'onDeleted'>) {
  const m = useAdminMessages().fields;
  const { run, busy } = useCall(['fieldLists']);
  const [asking, setAsking] = useState(false);
  const why =
    list.name === DEFAULT_LIST ? m.defaultStays : list.nodeIds.length > 0 ? m.inUse : null;
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
export function ListEditor({ list, nodeIds, tab, onTab, onDirty, onDeleted }: ListEditorProps) {
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
          error={draft.label.trim() === ''}
          helperText={draft.label.trim() === '' ? m.labelNeeded : list.name}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          sx={{ flex: 1, minWidth: 180, maxWidth: 320 }}
          onChange={(event) => set({ label: event.target.value })}
        />
        <Box sx={{ flex: 1 }} />
        <DeleteButton list={list} onDeleted={onDeleted} />
      </Box>
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
          onChange={(fields) => set({ [tab]: fields })}
        />
      )}
      <DraftBar
        words={isOvertaken ? { ...m, dirty: m.overtaken } : m}
        isDirty={dirty}
        isGood={isGood(draft, m)}
        busy={busy}
        onUndo={undo}
        onSave={() => void save()}
      />
    </Paper>
  );
}
