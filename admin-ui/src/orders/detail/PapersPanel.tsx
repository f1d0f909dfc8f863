import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  api,
  ConfirmDialog,
  type GetMethod,
  namesBeside,
  PaperHistoryDialog,
  REQUIRED_TO_COMPLETE,
  requiredAttachments,
  SecrecyNotice,
  useMessages,
} from '@scenedock/ui-kit';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { Panel } from '../../parts/Panel';
import type { PaperDraft } from '../papers';
import { PaperSlot } from './PaperSlot';

interface PapersPanelProps {
  orderId: string;
  papers: PaperDraft;
  editable: boolean;
  method: GetMethod | null;
  /** Prepared orders need all four papers before they can be completed. */
  completing: boolean;
}

/** The five slots for papers under the notice about state secrets. */
export function PapersPanel(props: PapersPanelProps) {
  const { orderId, papers, editable, method, completing } = props;
  const m = useMessages();
  const { detail } = useAdminMessages();
  const required: readonly AttachmentType[] = completing
    ? REQUIRED_TO_COMPLETE
    : requiredAttachments(method);
  return (
    <Panel title={m.detail.attachments} aside={<AllPapers orderId={orderId} papers={papers} />}>
      <SecrecyNotice sx={{ mb: 1.5 }} />
      {papers.dirty && <Unsaved note={detail.unsaved} onDiscard={papers.reset} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {ATTACHMENT_TYPES.map((type) => (
          <PaperSlot
            key={type}
            type={type}
            paper={papers.slots[type]}
            taken={namesBeside(type, papers.slots)}
            required={required.includes(type)}
            editable={editable}
            onPut={(uploaded, file) => papers.put(type, uploaded, file)}
            onRemove={() => papers.remove(type)}
            onUpload={papers.onUpload}
          />
        ))}
      </Box>
      {editable && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {m.form.oneFile}
        </Typography>
      )}
    </Panel>
  );
}

/** The saved papers in one file, and those that were there before. */
function AllPapers({ orderId, papers }: Pick<PapersPanelProps, 'orderId' | 'papers'>) {
  const { detail } = useMessages();
  const notify = useNotify();
  const [history, setHistory] = useState(false);
  const none = Object.values(papers.slots).every((paper) => paper === null);
  return (
    <Stack direction="row" sx={{ gap: 0.5 }}>
      <Button onClick={() => setHistory(true)}>{detail.history}</Button>
      {none ? (
        <Button onClick={() => notify(detail.noFile, { type: 'warning' })}>
          {detail.papersZip}
        </Button>
      ) : (
        <Button href={api.orders.papersUrl(orderId)} download>
          {detail.papersZip}
        </Button>
      )}
      {history && <PaperHistoryDialog orderId={orderId} onClose={() => setHistory(false)} />}
    </Stack>
  );
}

function Unsaved({ note, onDiscard }: { note: string; onDiscard: () => void }) {
  const { form } = useMessages();
  const { detail } = useAdminMessages();
  const [asking, setAsking] = useState(false);
  return (
    <Stack sx={{ mb: 1.5 }}>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={() => setAsking(true)}>
            {detail.discard}
          </Button>
        }
      >
        {note}
      </Alert>
      {asking && (
        <ConfirmDialog
          text={form.leaveUploads}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}
