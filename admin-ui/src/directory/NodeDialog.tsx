import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type CatalogKind,
  type DirectoryNode,
  type DirectoryNodeDraft,
  directory,
  FormDialog,
  useLocale,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { useCall } from '../parts/useCall';
import { nameOf } from './directoryModel';
import { NodeSelect } from './NodeSelect';
import { TREE_TOPIC } from './useDirectory';

const KINDS: readonly CatalogKind[] = ['WX', 'ZL', 'BZCP'];
/** What the data of each kind are where nobody says otherwise. */
const USUAL: Record<CatalogKind, number> = { WX: 0, ZL: 1, BZCP: 3 };
/** Characters that names and collections may have. */
const LONGEST = { htmlInput: { maxLength: 100 } };

interface NodeDialogProps {
  nodes: readonly DirectoryNode[];
  /** The node to change; left out: a new one. */
  node?: DirectoryNode;
  /** Below which a new one comes at first. */
  parent?: DirectoryNode | null;
  /** Whether the person sees everything: others make no node at the top, and do not say which collection one has. */
  mayChangeAll: boolean;
  onClose: () => void;
}

const NEW: Required<DirectoryNodeDraft> = {
  label: '',
  labelEn: '',
  objType: 'WX',
  dataType: 0,
  collection: '',
};

function draftOf(node: DirectoryNode | undefined, parent: DirectoryNode | null) {
  if (node !== undefined) {
    const { label, labelEn, objType, dataType, collection } = node;
    return { label, labelEn, objType, dataType, collection: collection ?? '' };
  }
  return parent === null ? NEW : { ...NEW, objType: parent.objType, dataType: parent.dataType };
}

const wordsOf = ({ label, labelEn, collection }: DirectoryNode) =>
  [label, labelEn, collection].filter(Boolean).join(' · ');

/** Makes a node, or changes what it is called and what lies in it. */
export function NodeDialog({ nodes, node, parent = null, mayChangeAll, onClose }: NodeDialogProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(TREE_TOPIC);
  const now = node && (nodes.find(({ id }) => id === node.id) ?? null);
  const next = useKeptText({ opened: node, now, refusal, wordsOf });
  const [draft, setDraft] = useState(() => draftOf(node, parent));
  const [below, setBelow] = useState(parent?.id ?? null);
  const [tried, setTried] = useState(false);
  const missing = draft.label.trim() === '';
  const homeless = node === undefined && below === null && !mayChangeAll;
  const submit = async () => {
    setTried(true);
    if (missing || homeless) return;
    const call = () =>
      next.base === undefined
        ? directory.create(below, draft)
        : directory.change(next.base.id, next.base.version, draft);
    const texts = { ok: node === undefined ? m.made : m.saved, failed: m.failed, inPlace: true };
    if ((await run(call, texts)) === 'accepted') onClose();
  };
  return (
    <FormDialog
      wide
      title={node === undefined ? m.add : m.editTitle(nameOf(node, locale))}
      busy={busy}
      refusal={next.refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        {node === undefined ? (
          <NodeSelect
            nodes={nodes}
            value={below}
            none={mayChangeAll ? m.top : m.noNodeYet}
            required={!mayChangeAll}
            error={tried && homeless}
            helperText={tried && homeless ? m.chooseNode : undefined}
            label={m.parent}
            onChange={setBelow}
          />
        ) : null}
        <DraftFields
          draft={draft}
          faulty={tried && missing}
          isBranch={node !== undefined && nodes.some(({ parentId }) => parentId === node.id)}
          mayChangeAll={mayChangeAll}
          onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
        />
      </Stack>
    </FormDialog>
  );
}

interface DraftFieldsProps {
  draft: Required<DirectoryNodeDraft>;
  faulty: boolean;
  isBranch: boolean;
  mayChangeAll: boolean;
  onChange: (part: Partial<Required<DirectoryNodeDraft>>) => void;
}

function DraftFields({ draft, faulty, isBranch, mayChangeAll, onChange }: DraftFieldsProps) {
  const { catalogKind, dataType } = useMessages();
  const { directory: m } = useAdminMessages();
  return (
    <>
      <TextField
        required
        autoFocus
        fullWidth
        label={m.zh}
        value={draft.label}
        error={faulty}
        helperText={faulty ? m.nameNeeded : undefined}
        slotProps={LONGEST}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextField
        fullWidth
        label={m.en}
        value={draft.labelEn}
        helperText={m.enHint}
        slotProps={LONGEST}
        onChange={({ target }) => onChange({ labelEn: target.value })}
      />
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <TextField
          select
          fullWidth
          label={m.objType}
          value={draft.objType}
          disabled={isBranch}
          onChange={({ target }) => {
            const objType = target.value as CatalogKind;
            onChange({ objType, dataType: USUAL[objType] });
          }}
        >
          {KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {catalogKind[kind]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          fullWidth
          label={m.dataType}
          value={draft.dataType ?? 0}
          disabled={isBranch}
          helperText={isBranch ? m.kindOfBranch : m.kindHint}
          onChange={({ target }) => onChange({ dataType: Number(target.value) })}
        >
          {dataType.map((name, code) => (
            <MenuItem key={name} value={code}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      <TextField
        fullWidth
        label={m.collection}
        value={draft.collection ?? ''}
        disabled={!mayChangeAll}
        helperText={mayChangeAll ? m.collectionHint : m.collectionNotYours}
        slotProps={LONGEST}
        onChange={({ target }) => onChange({ collection: target.value })}
      />
    </>
  );
}
