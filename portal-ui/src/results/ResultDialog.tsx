import Typography from '@mui/material/Typography';
import {
  errorText,
  FormDialog,
  fieldFaults,
  type ResearchResult,
  researchResults,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotice } from '../parts/notice';
import { ResultFields } from './ResultFields';
import { draftOf, emptyDraft, missingFields } from './resultDraft';
import { RESULTS } from './resultKeys';
import { usePageWords } from './usePageWords';

interface ResultDialogProps {
  /** The result to be changed; none: a new one is reported. */
  one?: ResearchResult;
  /** What a new one is based on. */
  orderId?: string;
  onClose: () => void;
}

/** Reports a result, or changes one. */
export function ResultDialog({ one, orderId, onClose }: ResultDialogProps) {
  const m = usePageWords();
  const notice = useNotice();
  const client = useQueryClient();
  const [draft, setDraft] = useState(() =>
    one === undefined ? emptyDraft(orderId) : draftOf(one),
  );
  const [tried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      one === undefined ? researchResults.report(draft) : researchResults.change(one.id, draft),
    onSuccess: () => {
      notice(one === undefined ? m.reported : m.changed);
      onClose();
      return client.invalidateQueries({ queryKey: RESULTS });
    },
  });
  const missing = missingFields(draft);
  const submit = () => {
    setTried(true);
    if (missing.length === 0) send.mutate();
  };
  const refused = fieldFaults(send.error);
  const faults = {
    ...refused,
    ...(tried ? Object.fromEntries(missing.map((name) => [name, m.missing])) : {}),
  };
  return (
    <FormDialog
      wide
      title={one === undefined ? m.addTitle : m.editTitle(one.number)}
      confirm={one === undefined ? m.send : m.save}
      refusal={
        send.error === null || Object.keys(refused).length > 0
          ? null
          : errorText(send.error, m.failed)
      }
      busy={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {one === undefined ? null : (
        <Typography variant="body2" color="textSecondary">
          {m.editHint}
        </Typography>
      )}
      <ResultFields
        draft={draft}
        faults={faults}
        onChange={(part) => {
          send.reset();
          setDraft((before) => ({ ...before, ...part }));
        }}
      />
    </FormDialog>
  );
}
