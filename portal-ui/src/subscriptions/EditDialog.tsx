import Typography from '@mui/material/Typography';
import {
  criteriaText,
  errorText,
  FormDialog,
  paperRefs,
  type Subscription,
  subscriptions,
  useMessages,
  useSubscriptionWords,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { papersOf, samePapers } from '../application/payload';
import { useNotice } from '../parts/notice';
import { DryRun } from './DryRun';
import { SubscriptionFields } from './SubscriptionFields';
import { SubscriptionPapers } from './SubscriptionPapers';
import type { SearchedNow } from './searchedNow';
import { draftOf, emptySlots, factsOf, formOf, missingFields } from './subscriptionDraft';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { useNewTarget } from './useNewTarget';
import { usePageWords } from './usePageWords';

type Props = {
  one: Subscription;
  /** What it searches from now on; without it that stays. */
  searched?: SearchedNow;
  /** Hears that it was changed, before the dialog closes. */
  onChanged?: () => void;
  onClose: () => void;
};

/** Changes a subscription without making it anew; with another search too, where the search page brings one. */
export function EditDialog({ one, searched, onChanged, onClose }: Props) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(one));
  const [tried, setTried] = useState(false);
  const [held] = useState(() => papersOf(one.attachments));
  const [papers, setPapers] = useState(held);
  const { isUploading, onUpload } = useUploadCount();
  const { form } = useMessages();
  const target = useNewTarget(({ id }) => setDraft((before) => ({ ...before, targetId: id })));
  const otherPapers = !samePapers(held, papers);
  const search = searched === undefined ? {} : { search: searched.search };
  const change = useMutation({
    mutationFn: () =>
      subscriptions.change(one.id, {
        ...formOf(draft, one),
        ...search,
        ...(searched === undefined ? {} : { query: searched.query }),
        ...(otherPapers ? { attachments: paperRefs(papers) } : {}),
      }),
    onSuccess: ({ state }) => {
      notice(state === 'pending' && one.state !== 'pending' ? m.changedPending : m.changed);
      onChanged?.();
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  const submit = () => {
    setTried(true);
    const missing = otherPapers ? emptySlots(papers) : [];
    if (missingFields(draft).length + missing.length === 0) change.mutate();
  };
  return (
    <>
      <FormDialog
        wide
        title={searched === undefined ? m.editTitle(one.number) : m.searchTitle(one.number)}
        busy={change.isPending}
        blocked={isUploading ? form.stillUploading : undefined}
        refusal={change.error === null ? null : errorText(change.error, m.failed)}
        onSubmit={submit}
        onClose={onClose}
      >
        {searched === undefined ? (
          <Typography variant="body2" color="textSecondary">
            {m.editHint}
          </Typography>
        ) : (
          <OtherSearch one={one} searched={searched} />
        )}
        <SubscriptionFields
          draft={draft}
          tried={tried}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
          onAddTarget={target.add}
        />
        <SubscriptionPapers
          papers={papers}
          // What needs no approval needs no papers either; the server says which that is.
          tried={tried && (otherPapers || change.isError)}
          fill={(type, format) =>
            subscriptions.blankForm(type, format, { ...factsOf(draft, one), ...search })
          }
          onChange={setPapers}
          onUpload={onUpload}
        />
      </FormDialog>
      {target.dialog}
    </>
  );
}

/** What was searched, what is searched from now on and would have brought, and what that means for where the subscription stands. */
function OtherSearch({ one, searched }: { one: Subscription; searched: SearchedNow }) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {m.searchBefore} {criteriaText(one, w)}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {m.searchNow} {searched.summary === '' ? w.everything : searched.summary}
      </Typography>
      <DryRun search={searched.search} />
      <Typography variant="body2" color="textSecondary">
        {m.searchMeans[one.state]}
      </Typography>
    </>
  );
}
