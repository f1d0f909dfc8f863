import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type BackfillForm,
  type CatalogueSearch,
  errorText,
  FormDialog,
  paperRefs,
  subscriptions,
  useMessages,
  useSubscriptionWords,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Papers } from '../application/rules';
import { useNotice } from '../parts/notice';
import { BackfillFields } from './BackfillFields';
import { emptyRange, isWhole } from './backfillRange';
import { DryRun } from './DryRun';
import { SubscriptionFields } from './SubscriptionFields';
import { SubscriptionPapers } from './SubscriptionPapers';
import type { SearchedNow } from './searchedNow';
import { emptyDraft, emptySlots, factsOf, formOf, missingFields } from './subscriptionDraft';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { useNewTarget } from './useNewTarget';
import { usePageWords } from './usePageWords';

const LONGEST_NAME = 50;

type Props = SearchedNow & {
  /** Puts the search into a subscription that there is, in place of this. */
  onUpdate?: () => void;
  onClose: () => void;
};

/** Asks for a subscription to the present search. */
export function SubscribeDialog({ search, query, summary, onUpdate, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => emptyDraft(summary.slice(0, LONGEST_NAME), Date.now()));
  const [tried, setTried] = useState(false);
  const [papers, setPapers] = useState<Papers>({});
  const { isUploading, onUpload } = useUploadCount();
  const { form } = useMessages();
  const [range, setRange] = useState<BackfillForm | null>(null);
  const target = useNewTarget(({ id }) => setDraft((before) => ({ ...before, targetId: id })));
  const create = useMutation({
    mutationFn: async () => {
      const attachments = paperRefs(papers);
      const made = await subscriptions.create({ ...formOf(draft), attachments, search, query });
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
    <>
      <FormDialog
        wide
        title={m.create}
        confirm={m.createConfirm}
        busy={create.isPending}
        blocked={isUploading ? form.stillUploading : undefined}
        refusal={create.error === null ? null : errorText(create.error, m.failed)}
        onSubmit={submit}
        onClose={onClose}
      >
        <SearchLine summary={summary} onUpdate={onUpdate} />
        <DryRun search={search} />
        <SubscriptionFields
          draft={draft}
          tried={tried}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          onAddTarget={target.add}
        />
        <SubscriptionPapers
          papers={papers}
          tried={tried}
          fill={(type, format) =>
            subscriptions.blankForm(type, format, { ...factsOf(draft), search })
          }
          onChange={setPapers}
          onUpload={onUpload}
        />
        <BackfillChoice search={search} range={range} onChange={setRange} />
      </FormDialog>
      {target.dialog}
    </>
  );
}

type SearchLineProps = Pick<SearchedNow, 'summary'> & { onUpdate: (() => void) | undefined };

/** What is searched, and the other way of keeping it. */
function SearchLine({ summary, onUpdate }: SearchLineProps) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}
      >
        {summary === '' ? w.everything : summary}
      </Typography>
      {onUpdate === undefined ? null : <Button onClick={onUpdate}>{m.updateExisting}</Button>}
    </Stack>
  );
}

type BackfillChoiceProps = {
  /** What is subscribed to. */
  search: CatalogueSearch;
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
      {range === null ? null : <BackfillFields of={search} range={range} onChange={onChange} />}
    </>
  );
}
