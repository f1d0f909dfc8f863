import HistoryIcon from '@mui/icons-material/History';
import Button from '@mui/material/Button';
import { type AttachmentType, type Paper, useMessages } from '@scenedock/ui-kit';
import { lazy, Suspense, useState } from 'react';

const ReuseDialog = lazy(() => import('./ReuseDialog'));

type Props = {
  type: AttachmentType;
  /** The order that is being filled in: its own papers are not offered. */
  orderId: string | undefined;
  /** Names of the papers in other slots. */
  taken: readonly string[];
  onChange: (paper: Paper) => void;
};

/** Fills a slot with a paper of an earlier order. */
export function ReusePaper({ type, orderId, taken, onChange }: Props) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        sx={{ mt: 0.5 }}
        startIcon={<HistoryIcon />}
        aria-label={`${m.form.reuse} ${m.attachmentType[type]}`}
        onClick={() => setOpen(true)}
      >
        {m.form.reuse}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ReuseDialog
            type={type}
            orderId={orderId}
            taken={taken}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
