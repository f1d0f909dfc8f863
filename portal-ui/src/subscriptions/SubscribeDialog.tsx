import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import {
  type BackfillForm,
  type CatalogueSearch,
  errorText,
  FormDialog,
  formatBytes,
  paperRefs,
  type SceneSearch,
  subscriptions,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Papers } from '../application/rules';
import { useNotice } from '../parts/notice';
import { BackfillFields } from './BackfillFields';
import { emptyRange, isWhole } from './backfillRange';
import { SubscriptionFields } from './SubscriptionFields';
import { SubscriptionPapers } from './SubscriptionPapers';
import { emptyDraft, emptySlots, factsOf, formOf, missingFields } from './subscriptionDraft';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

const LONGEST_NAME = 50;

type Props = { search: CatalogueSearch; query: string; summary: string; onClose: () => void };

/** Of a search what a subscription keeps: it looks at scenes to come, whenever they were taken. */
function standingSearch({
  from: _,
  to: __,
  onlineOnly: ___,
  ...rest
}: CatalogueSearch): SceneSearch {
  return rest as SceneSearch;
}

/** Asks for a subscription to the present search. */
export default function SubscribeDialog({ search, query, summary, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => emptyDraft(summary.slice(0, LONGEST_NAME), Date.now()));
  const [tried, setTried] = useState(false);
  const [papers, setPapers] = useState<Papers>({});
  const { isUploading, onUpload } = useUploadCount();
  const { form } = useMessages();
  const [range, setRange] = useState<BackfillForm | null>(null);
  const standing = standingSearch(search);
  const possible = search.objTypes === undefined && search.conditions === undefined;
  const create = useMutation({
    mutationFn: async () => {
      const attachments = paperRefs(papers);
      const fields = { ...formOf(draft), attachments, search: standing, query };
      const made = await subscriptions.create(fields);
      if (range === null) return null;
      // The subscription stands, whatever becomes of this.
      return subscriptions.backfill(made.id, range).then(
        () => null,
        (error: unknown) => errorText(error, m.failed),
      );
    },
    onSuccess: (refused) => {
      if (refused === null) notice(m.created);
      else notice(m.backfillFailed(refused), 'error');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  const submit = () => {
    setTried(true);
    const missing = missingFields(draft).length + emptySlots(papers).length;
    if (missing === 0 && (range === null || isWhole(range))) create.mutate();
  };
  return (
    <FormDialog
      wide
      title={m.create}
      confirm={m.createConfirm}
      busy={create.isPending}
      blocked={possible ? (isUploading ? form.stillUploading : undefined) : m.notPossible}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {summary}
      </Typography>
      {possible ? <DryRun search={standing} /> : <Alert severity="warning">{m.notPossible}</Alert>}
      {create.error === null ? null : (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(create.error, m.failed)}
        </Alert>
      )}
      <SubscriptionFields
        draft={draft}
        tried={tried}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <SubscriptionPapers
        papers={papers}
        tried={tried}
        fill={(type, format) =>
          subscriptions.blankForm(type, format, { ...factsOf(draft), search: standing })
        }
        onChange={setPapers}
        onUpload={onUpload}
      />
      <BackfillChoice search={possible ? standing : null} range={range} onChange={setRange} />
    </FormDialog>
  );
}

type BackfillChoiceProps = {
  /** What is subscribed to; `null`: nothing that can be. */
  search: SceneSearch | null;
  range: BackfillForm | null;
  onChange: (range: BackfillForm | null) => void;
};

/** Whether scenes that are there already are sent as well, and which. */
function BackfillChoice({ search, range, onChange }: BackfillChoiceProps) {
  const m = usePageWords();
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox
            checked={range !== null}
            onChange={(_, on) => onChange(on ? emptyRange(Date.now()) : null)}
          />
        }
        label={m.backfillToo}
      />
      {range === null || search === null ? null : (
        <BackfillFields of={search} range={range} onChange={onChange} />
      )}
    </>
  );
}

/** What the subscription would have brought lately. */
function DryRun({ search }: { search: SceneSearch }) {
  const m = usePageWords();
  const { data, error } = useQuery({
    queryKey: ['subscriptionPreview', search],
    queryFn: ({ signal }) => subscriptions.preview(search, { signal }),
  });
  const text =
    data === undefined
      ? m.dryRunning
      : m.dryRun(data.scenes.toLocaleString('en'), formatBytes(data.bytes), data.days);
  return (
    <Alert severity={error ? 'warning' : 'info'} role="status" sx={{ mt: 1, mb: 1 }}>
      {error ? errorText(error, m.dryRunFailed) : text} {m.timesLeftOut}
    </Alert>
  );
}
