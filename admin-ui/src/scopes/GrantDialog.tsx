import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  type Faults,
  FormDialog,
  fieldFaults,
  lastDay,
  QueryResult,
  type ScopeGrant,
  type ScopeGrantDraft,
  scopeGrants,
  useMessages,
} from '@scenedock/ui-kit';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { AreaFields } from '../parts/area/AreaFields';
import type { ChosenArea } from '../parts/area/chosenArea';
import { useSaveRecord } from '../parts/forms/useSaveRecord';
import { NodesField } from '../parts/NodesField';
import { type Named, SubjectFields } from '../parts/SubjectFields';
import { useCall } from '../parts/useCall';
import { useGrantWords } from '../parts/useGrantWords';
import { useStoredGrant } from './useStoredGrant';

interface GrantDialogProps {
  /** The grant to change; none: a new one. */
  grant?: ScopeGrant | undefined;
  onClose: () => void;
}

/** The last second of a day in China; the end of the grant as it came where its day stays. */
function endOf(day: string, before: string | null): string | null {
  if (before !== null && lastDay(before) === day) return before;
  return day === '' ? null : `${day}T23:59:59+08:00`;
}

function areaOf(grant: ScopeGrant | undefined): ChosenArea {
  if (!grant?.hasArea) return { kind: 'none' };
  if (grant.region !== null) {
    return { kind: 'region', code: grant.region, name: grant.areaName };
  }
  return { kind: 'wkt', wkt: grant.wkt ?? '', name: grant.areaName };
}

function useGrantForm(grant: ScopeGrant | undefined) {
  const [subject, setSubject] = useState(grant?.subject ?? 'everybody');
  const [chosen, setChosen] = useState<Named | null>(
    grant?.subjectId == null ? null : { id: grant.subjectId, name: grant.subjectName },
  );
  const [nodeIds, setNodeIds] = useState<readonly number[]>(grant?.nodeIds ?? []);
  const [area, setArea] = useState(() => areaOf(grant));
  const [day, setDay] = useState(grant?.until == null ? '' : lastDay(grant.until));
  const [note, setNote] = useState(grant?.note ?? '');
  // The list behind the dialog is read again: what somebody else writes meanwhile is not undone.
  const [version] = useState(grant?.version ?? null);
  const draft = (): ScopeGrantDraft => ({
    subject,
    subjectId: chosen?.id ?? null,
    nodeIds: nodeIds.length === 0 ? null : [...nodeIds],
    region: area.kind === 'region' ? area.code : null,
    wkt: area.kind === 'wkt' ? area.wkt : null,
    areaName: area.kind === 'wkt' ? area.name : '',
    until: endOf(day, grant?.until ?? null),
    note: note.trim(),
    version,
  });
  return {
    ...{ subject, setSubject, chosen, setChosen, nodeIds, setNodeIds },
    ...{ area, setArea, day, setDay, note, setNote, draft },
  };
}

/** Makes a grant, or changes one. Lists leave out the text of an area, which may be long. */
export function GrantDialog({ grant, onClose }: GrantDialogProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const shortened = grant?.hasArea && grant.region === null ? grant : null;
  const query = useStoredGrant(shortened?.id ?? null);
  if (shortened === null) return <GrantForm grant={grant} onClose={onClose} />;
  if (query.data) return <GrantForm grant={query.data} onClose={onClose} />;
  return <Awaited title={m.editOf(nameOf(shortened))} query={query} onClose={onClose} />;
}

interface AwaitedProps {
  title: string;
  query: ReturnType<typeof useStoredGrant>;
  onClose: () => void;
}

/** What stands there until a grant was read. */
function Awaited({ title, query, onClose }: AwaitedProps) {
  const { common } = useMessages();
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <QueryResult query={query}>{() => null}</QueryResult>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function GrantForm({ grant, onClose }: GrantDialogProps) {
  const { scopes: m } = useAdminMessages();
  const { nameOf } = useGrantWords();
  const form = useGrantForm(grant);
  const [faults, setFaults] = useState<Faults>({});
  const { save, busy } = useSaveRecord('scopes', { ok: m.saved, failed: m.failed }, ['units']);
  const submit = async () => {
    const saved = await save(grant?.id, form.draft());
    setFaults(saved.faults ?? {});
    if (saved.outcome === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={grant === undefined ? m.add : m.editOf(nameOf(grant))}
      wide
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        <SubjectFields
          subject={form.subject}
          chosen={form.chosen}
          fault={faults.subjectId}
          onSubject={form.setSubject}
          onChoose={form.setChosen}
        />
        <NodesField ids={form.nodeIds} fault={faults.nodeIds} onChange={form.setNodeIds} />
        <AreaFields
          named
          area={form.area}
          faults={faults}
          hint={m.areaHint}
          onChange={form.setArea}
        />
        <DayField
          label={m.until}
          value={form.day}
          onChange={form.setDay}
          hint={m.untilHint}
          fullWidth
        />
        <TextField
          label={m.note}
          value={form.note}
          onChange={({ target }) => form.setNote(target.value)}
          error={faults.note !== undefined}
          helperText={faults.note}
          slotProps={{ htmlInput: { maxLength: 100 } }}
          fullWidth
        />
        <PreviewButton id={grant?.id} draft={form.draft} onFaults={setFaults} />
      </Stack>
    </FormDialog>
  );
}

interface PreviewButtonProps {
  /** Of the grant that is changed. */
  id: string | undefined;
  draft: () => ScopeGrantDraft;
  onFaults: (faults: Faults) => void;
}

/** Counts what the grant would open, before it is saved. */
function PreviewButton({ id, draft, onFaults }: PreviewButtonProps) {
  const { scopes: m } = useAdminMessages();
  const { run, busy } = useCall(['scopePreview']);
  const [total, setTotal] = useState<number | null>(null);
  const look = async () => {
    setTotal(null);
    const counted = run(
      () =>
        scopeGrants.preview(draft(), id).then(
          (preview) => {
            onFaults({});
            setTotal(preview.total);
          },
          (error) => {
            onFaults(fieldFaults(error));
            throw error;
          },
        ),
      { failed: m.failed },
    );
    await counted;
  };
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
      <Button variant="outlined" loading={busy} onClick={() => void look()}>
        {m.preview}
      </Button>
      <Typography variant="body2" role="status">
        {total === 0 && m.previewedNone}
        {total !== null && total > 0 && m.previewed(total.toLocaleString('en'))}
      </Typography>
    </Stack>
  );
}
