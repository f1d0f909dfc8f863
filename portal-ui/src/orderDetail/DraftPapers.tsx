import Button from '@mui/material/Button';
import {
  type AttachmentType,
  api,
  errorText,
  type Order,
  REQUIRED_TO_COMPLETE,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PaperGrid } from '../application/PaperSlots';
import { paperRefs, papersOf } from '../application/payload';
import type { Paper, Papers } from '../application/rules';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';

/** Adding the papers that were scanned at pick-up to a prepared order. */
export function DraftPapers({ order }: { order: Order }) {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const [papers, setPapers] = useState<Papers>(() => papersOf(order.attachments ?? []));
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.orders.update(order.id, { attachments: paperRefs(papers) }),
    onSuccess: () => {
      notice(m.form.saved);
      void client.invalidateQueries();
    },
    onError: (error) => notice(errorText(error, m.form.saveFailed), 'error'),
  });
  const set = (type: AttachmentType, paper: Paper | undefined) =>
    setPapers((old) => {
      const next = { ...old };
      if (paper === undefined) delete next[type];
      else next[type] = paper;
      return next;
    });
  return (
    <Panel
      title={`${m.orderAction.save_draft} · ${m.detail.attachments}`}
      side={
        <Button variant="outlined" disabled={isPending} onClick={() => mutate()}>
          {m.orderAction.save_draft}
        </Button>
      }
    >
      <PaperGrid papers={papers} required={REQUIRED_TO_COMPLETE} missing={[]} onChange={set} />
    </Panel>
  );
}
