import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import {
  errorText,
  FormDialog,
  paperRefs,
  type Subscription,
  subscriptions,
  useMessages,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { papersOf, samePapers } from '../application/payload';
import { useNotice } from '../parts/notice';
import { SubscriptionFields } from './SubscriptionFields';
import { SubscriptionPapers } from './SubscriptionPapers';
import { draftOf, emptySlots, factsOf, formOf, missingFields } from './subscriptionDraft';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

/** Changes a subscription without making it anew. What it searches stays. */
export function EditDialog({ one, onClose }: { one: Subscription; onClose: () => void }) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(one));
  const [tried, setTried] = useState(false);
  const [held] = useState(() => papersOf(one.attachments));
  const [papers, setPapers] = useState(held);
  const { isUploading, onUpload } = useUploadCount();
  const { form } = useMessages();
  const otherPapers = !samePapers(held, papers);
  const change = useMutation({
    mutationFn: () =>
      subscriptions.change(one.id, {
        ...formOf(draft, one),
        ...(otherPapers ? { attachments: paperRefs(papers) } : {}),
      }),
    onSuccess: () => {
      notice(m.changed);
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
    <FormDialog
      wide
      title={m.editTitle(one.number)}
      busy={change.isPending}
      blocked={isUploading ? form.stillUploading : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        {m.editHint}
      </Typography>
      {change.error === null ? null : (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(change.error, m.failed)}
        </Alert>
      )}
      <SubscriptionFields
        draft={draft}
        tried={tried}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <SubscriptionPapers
        papers={papers}
        // What needs no approval needs no papers either; the server says which that is.
        tried={tried && (otherPapers || change.isError)}
        fill={(type, format) => subscriptions.blankForm(type, format, factsOf(draft, one))}
        onChange={setPapers}
        onUpload={onUpload}
      />
    </FormDialog>
  );
}
