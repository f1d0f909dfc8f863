import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { errorText, FormDialog, type Subscription, subscriptions } from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { SubscriptionFields } from './SubscriptionFields';
import { draftOf, formOf, missingFields } from './subscriptionDraft';
import { SUBSCRIPTIONS } from './subscriptionKeys';
import { usePageWords } from './usePageWords';

/** Changes a subscription without making it anew. What it searches stays. */
export function EditDialog({ one, onClose }: { one: Subscription; onClose: () => void }) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(one));
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => subscriptions.change(one.id, formOf(draft, one)),
    onSuccess: () => {
      notice(m.changed);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: SUBSCRIPTIONS }),
  });
  const submit = () => {
    setTried(true);
    if (missingFields(draft).length === 0) change.mutate();
  };
  return (
    <FormDialog
      wide
      title={m.editTitle(one.number)}
      busy={change.isPending}
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
    </FormDialog>
  );
}
