import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type DirectoryNode,
  directory,
  errorText,
  FormDialog,
  type MovePreview,
  useLocale,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useKeptText } from '../parts/forms/useKeptText';
import { useCall } from '../parts/useCall';
import { type NodePlace, nameOf, parentName, withBelow } from './directoryModel';
import { NodeSelect } from './NodeSelect';
import { TREE_TOPIC } from './useDirectory';

interface MoveDialogProps {
  nodes: readonly DirectoryNode[];
  node: DirectoryNode;
  /** Where it was dropped. */
  destination?: NodePlace | undefined;
  /** Whether the person sees everything: others put no node at the top. */
  mayChangeAll: boolean;
  onClose: () => void;
}

/** Puts a node below another one, and says before whose view that changes. */
export function MoveDialog({ nodes, node, destination, mayChangeAll, onClose }: MoveDialogProps) {
  const { locale } = useLocale();
  const { directory: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(TREE_TOPIC);
  const now = nodes.find(({ id }) => id === node.id) ?? null;
  const wordsOf = (one: DirectoryNode) =>
    `${nameOf(one, locale)} · ${m.parent} ${parentName(nodes, one, locale) ?? m.top}`;
  const next = useKeptText({ opened: node, now, refusal, wordsOf });
  const [parent, setParent] = useState((destination ?? node).parentId);
  // Only among its siblings it would change its place, which is not asked here.
  const isMoved = parent !== node.parentId;
  const preview = useQuery({
    queryKey: [...TREE_TOPIC, 'preview', node.id, parent],
    queryFn: ({ signal }) => directory.previewMove(node.id, parent, { signal }),
    enabled: isMoved,
    gcTime: 0,
    retry: false,
  });
  const submit = async () => {
    const before = destination?.parentId === parent ? destination.before : null;
    const call = () => directory.move(node.id, next.base?.version ?? 0, parent, before);
    const texts = { ok: m.moved, failed: m.failed, inPlace: true };
    if ((await run(call, texts)) === 'accepted') onClose();
  };
  const noPreview = preview.error === null ? undefined : errorText(preview.error, m.failed);
  return (
    <FormDialog
      wide
      title={m.moveTitle(nameOf(node, locale))}
      confirm={m.confirmMove}
      busy={busy}
      refusal={next.refusal}
      blocked={!isMoved ? m.notMoved : preview.isPending ? m.previewing : noPreview}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <NodeSelect
          nodes={nodes}
          value={parent}
          none={mayChangeAll || parent === null ? m.top : m.chooseNode}
          required={!mayChangeAll}
          without={withBelow(nodes, node.id)}
          label={m.parent}
          onChange={setParent}
        />
        <div aria-live="polite">
          {isMoved ? null : <Alert severity="info">{m.notMoved}</Alert>}
          {preview.isLoading ? <Alert severity="info">{m.previewing}</Alert> : null}
          {noPreview === undefined ? null : <Alert severity="error">{noPreview}</Alert>}
          {preview.data === undefined ? null : <Effect {...preview.data} />}
        </div>
      </Stack>
    </FormDialog>
  );
}

function Effect({ grants, people, guests }: MovePreview) {
  const { directory: m } = useAdminMessages();
  if (people === 0 && !guests) return <Alert severity="success">{m.nobody}</Alert>;
  return (
    <Alert severity="warning">
      {m.affected(people)}
      <Typography variant="body2" component="div">
        {guests ? `${m.guests}${m.stop}` : ''}
        {m.byGrants(grants)}
      </Typography>
    </Alert>
  );
}
